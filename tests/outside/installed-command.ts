import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './go-modules.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Packs this project and installs the package into a folder. Returns its command. */
export async function installedCommand(folder: string): Promise<string> {
  const packed = await runProgram('npm', ['run', '--silent', 'pack'], { cwd: root })
  const tarball = packed.output.trim().split('\n').at(-1) ?? ''
  await runProgram('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, tarball], { cwd: root })
  return path.join(folder, 'node_modules/.bin/tabplane')
}
