import { absolutePath } from '../../script/path.ts'
import type { Program } from '../../script/process.ts'

export default {
  name: 'tee',
  usage: 'tee [-a] FILE…',
  summary: 'copies its input to files and passes it on',
  async run({ words, stdin, stdout, files, state }) {
    const paths = words.filter((word) => word !== '-a').map((word) => absolutePath(word, state.folder))
    const texts = new Map<string, string>()
    for (const path of paths) {
      const keeps = words.includes('-a') && (await files.kind(path)) === 'file'
      texts.set(path, keeps ? await files.text(path) : '')
    }
    for (let text = await stdin.read(); text !== undefined; text = await stdin.read()) {
      stdout.write(text)
      for (const [path, before] of texts) {
        texts.set(path, before + text)
        await files.write(path, before + text)
      }
      await stdout.ready()
    }
    for (const [path, text] of texts) await files.write(path, text)
    return 0
  },
} satisfies Program
