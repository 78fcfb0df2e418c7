import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { UsageError, type Program } from '../program.ts'

/** The programs that test frameworks start, each a command of `tabplane`. */
const ASSETS = ['kube-apiserver', 'etcd', 'kubectl']

/** Writes a folder for KUBEBUILDER_ASSETS. Further arguments are added to each start of kube-apiserver. */
export const envtestAssets = {
  async run([folder, ...serverFlags]) {
    if (folder === undefined || folder.startsWith('-')) throw new UsageError('name the folder to write')
    const wrong = serverFlags.find((flag) => !flag.startsWith('--'))
    if (wrong !== undefined) throw new UsageError(`${wrong} is no flag of kube-apiserver`)
    await mkdir(folder, { recursive: true })
    for (const name of ASSETS) {
      const extra = name === 'kube-apiserver' ? serverFlags : []
      const command = [process.execPath, process.argv[1] ?? '', name].map(quoted).join(' ')
      const script = `#!/bin/sh\nexec ${command} "$@"${extra.map((flag) => ` ${quoted(flag)}`).join('')}\n`
      await writeFile(path.join(folder, name), script, { mode: 0o755 })
    }
    console.log(`export KUBEBUILDER_ASSETS=${quoted(path.resolve(folder))}`)
    return 0
  },
} satisfies Program

/** A word for a POSIX shell. */
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
