import type { Files } from '../../src/cli/host.ts'
import { FileError } from '../../src/cli/host.ts'
import type { ScenarioFile } from '../../src/scenario/scenario.ts'

const HOME = '/home/user'

/** The home folder of a scenario's shell, in memory. */
export function scenarioFiles(files: readonly ScenarioFile[]): Files {
  const texts = new Map(files.map(({ name, text }) => [`${HOME}/${name}`, text]))
  const resolve = (path: string): string => (path.startsWith('/') ? path : `${HOME}/${path.replace(/^\.\//, '')}`)
  const inside = (folder: string): string[] =>
    [...texts.keys()].filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1))
  return {
    resolve,
    kind(path) {
      const at = resolve(path)
      if (texts.has(at)) return Promise.resolve('file')
      return Promise.resolve(at === HOME || inside(at).length > 0 ? 'directory' : undefined)
    },
    read(path) {
      const text = texts.get(resolve(path))
      return text === undefined
        ? Promise.reject(new FileError('open', path, 'no such file or directory'))
        : Promise.resolve(new TextEncoder().encode(text))
    },
    list: (path) => Promise.resolve([...new Set(inside(resolve(path)).map((name) => name.split('/')[0] ?? ''))].sort()),
    write(path, text) {
      texts.set(resolve(path), text)
      return Promise.resolve()
    },
  }
}
