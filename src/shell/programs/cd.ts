import { absolutePath } from '../../script/path.ts'
import type { Program } from '../../script/process.ts'
import { UsageFault } from '../../script/process.ts'

export default {
  name: 'cd',
  usage: 'cd [FOLDER]',
  summary: 'changes the folder; cd - goes back',
  async run({ words: [word], state, files, stdout }) {
    const target = word === '-' ? state.get('OLDPWD') : (word ?? state.get('HOME'))
    if (target === undefined) throw new UsageFault('OLDPWD not set')
    const path = absolutePath(target, state.folder)
    const kind = await files.kind(path)
    if (kind !== 'directory')
      throw new UsageFault(`${target}: ${kind === undefined ? 'No such file or directory' : 'Not a directory'}`)
    state.set('OLDPWD', state.folder)
    state.folder = path
    if (word === '-') stdout.write(`${path}\n`)
    return 0
  },
} satisfies Program
