import type { FileError, Host } from './host.ts'

/** Files of a folder that are plugins of the client. */
async function pluginsIn(host: Host, folder: string): Promise<string[]> {
  const start = `${host.dialect.cliNames[0] ?? ''}-`
  const names = (await host.files.list(folder)).filter((name) => name.startsWith(start))
  const kinds = await Promise.all(names.map((name) => host.files.kind(`${folder}/${name}`)))
  return names.filter((_, at) => kinds[at] === 'file').map((name) => `${folder.replace(/\/$/, '')}/${name}`)
}

/** Whether the operating system can run the file. */
export const isExecutable = async ({ files }: Host, path: string): Promise<boolean> =>
  files.isExecutable === undefined || (await files.isExecutable(path))

export const searchPath = ({ environment }: Host): string[] => [
  ...new Set((environment.PATH ?? '').split(':').filter((folder) => folder.trim() !== '')),
]

export interface FoundPlugins {
  readonly plugins: readonly string[]
  readonly unreadable: readonly { readonly folder: string; readonly why: string }[]
}

/** All plugins on the search path, in its order. */
export async function allPlugins(host: Host): Promise<FoundPlugins> {
  const plugins: string[] = []
  const unreadable: { folder: string; why: string }[] = []
  for (const folder of searchPath(host))
    try {
      plugins.push(...(await pluginsIn(host, folder)))
    } catch (error) {
      unreadable.push({ folder, why: (error as FileError).message })
    }
  return { plugins, unreadable }
}

/** Resolves to the exit code of the plugin; undefined when there is no plugin. @param least words of the shortest name */
export type RunPlugin = (words: readonly string[], host: Host, least?: number) => Promise<number | undefined>

/** Runs the plugin that the words name, the longest name first: `a b --c` is `kubectl-a-b --c` or `kubectl-a b --c`. */
export const runPlugin: RunPlugin = async (words, host, least = 1) => {
  const { run } = host
  if (run === undefined) return undefined
  const first = words.findIndex((word) => word.startsWith('-'))
  const names = words.slice(0, first < 0 ? words.length : first).map((word) => word.replaceAll('-', '_'))
  for (let length = names.length; length >= least; length--) {
    const name = [host.dialect.cliNames[0] ?? '', ...names.slice(0, length)].join('-')
    for (const folder of searchPath(host)) {
      const file = `${folder.replace(/\/$/, '')}/${name}`
      if ((await host.files.kind(file)) !== 'file' || !(await isExecutable(host, file))) continue
      const { stdout, code } = await run({ command: file, args: words.slice(length), environment: {} })
      host.stdout(stdout)
      return code
    }
  }
  return undefined
}
