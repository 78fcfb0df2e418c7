import { realpathSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '../../../serve/data-folder/made-folder.ts'
import { UsageError, type Program } from '../program.ts'

/** The programs that test frameworks start, each a command of `tabplane`. */
const ASSETS = ['kube-apiserver', 'etcd', 'kubectl']

/** Writes a folder for KUBEBUILDER_ASSETS. Further arguments are added to each start of kube-apiserver. */
export const envtestAssets = {
  async run([folder, ...serverFlags]) {
    if (folder === undefined || folder.startsWith('-')) throw new UsageError('name the folder to write')
    const wrong = serverFlags.find((flag) => !flag.startsWith('--'))
    if (wrong !== undefined) throw new UsageError(`${wrong} is not a flag of kube-apiserver`)
    makeFolder(folder)
    for (const name of ASSETS) {
      const extra = name === 'kube-apiserver' ? serverFlags : []
      const file = realpathSync(process.argv[1] ?? '')
      const command = [process.execPath, file, name].map(quoted).join(' ')
      const gone = `Error: tabplane is not at ${file} any more; run tabplane envtest-assets again`
      const script = [
        '#!/bin/sh',
        `[ -f ${quoted(file)} ] || { echo ${quoted(gone)} >&2; exit 127; }`,
        `exec ${command} "$@"${extra.map((flag) => ` ${quoted(flag)}`).join('')}`,
        '',
      ].join('\n')
      await writeFile(path.join(folder, name), script, { mode: 0o755 })
    }
    console.log(`export KUBEBUILDER_ASSETS=${quoted(path.resolve(folder))}`)
    return 0
  },
} satisfies Program

/** A word for a POSIX shell. */
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
