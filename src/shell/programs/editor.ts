import { absolutePath } from '../../script/path.ts'
import type { Program } from '../../script/process.ts'
import { UsageFault } from '../../script/process.ts'

/** @param open shows a file of the home folder in the editor; returns false for a file of another folder */
export const editorProgram = (open: (path: string) => boolean): Program => ({
  name: 'vi',
  aliases: ['vim', 'nano', 'emacs', 'code', 'edit'],
  usage: 'vi FILE',
  summary: 'opens a file in the editor of the page (nano, vim and code do the same)',
  async run({ words, state, files, stdout }) {
    const [name] = words.filter((word) => !/^[-+]/.test(word))
    if (name === undefined) throw new UsageFault('name a file: vi shop.yaml')
    const path = absolutePath(name, state.folder)
    if ((await files.kind(path)) === 'directory') throw new UsageFault(`${name}: Is a directory`)
    if (!open(path)) throw new UsageFault(`${name}: the editor opens files of the home folder, ~`)
    stdout.write(`${name} is open in the editor. What you type there is saved at once.\n`)
    return 0
  },
})
