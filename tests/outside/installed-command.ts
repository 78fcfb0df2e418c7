import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './go-modules.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Packs this project. Returns the path of the package. */
export async function packedProject(): Promise<string> {
  const { output } = await runProgram('npm', ['run', '--silent', 'pack'], { cwd: root })
  return path.resolve(root, output.trim().split('\n').at(-1) ?? '')
}

/** Packs this project and installs the package into a folder. Returns its command. */
export async function installedCommand(folder: string): Promise<string> {
  const tarball = await packedProject()
  await runProgram('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, tarball], { cwd: root })
  return path.join(folder, 'node_modules/.bin/tabplane')
}
