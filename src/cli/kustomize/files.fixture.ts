import type { Files } from '../host.ts'
import { FileError } from '../host.ts'

/** Files by their absolute paths. */
export function filesOf(texts: Readonly<Record<string, string>>): Files {
  const resolve = (path: string): string => new URL(path, 'file:///').pathname.replace(/(.)\/$/, '$1')
  return {
    resolve,
    kind: (path) => {
      const at = resolve(path)
      if (texts[at] !== undefined) return Promise.resolve('file')
      const below = Object.keys(texts).some((name) => name.startsWith(`${at}/`))
      return Promise.resolve(below ? 'directory' : undefined)
    },
    read: (path) => {
      const found = texts[resolve(path)]
      return found === undefined
        ? Promise.reject(new FileError('open', path, 'no such file or directory'))
        : Promise.resolve(new TextEncoder().encode(found))
    },
    list: () => Promise.resolve([]),
    write: () => Promise.reject(new Error('nothing is written here')),
  }
}

export const pod = (spec: string): string => `{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: ${spec}}`
