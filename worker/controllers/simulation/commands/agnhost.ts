import { NotModelled } from './shell-parser.ts'
import type { Program } from './program.ts'
import { isTestServer } from './test-servers.ts'

const PERMISSIONS = ['---', '--x', '-w-', '-wx', 'r--', 'r-x', 'rw-', 'rwx']

/** The mode of a file as `ls -l` shows it, such as `-rw-r--r--`. */
const shownMode = (mode: number): string =>
  `-${[6, 3, 0].map((shift) => PERMISSIONS[(mode >> shift) & 7] ?? '').join('')}`

/** The program `mounttest`: prints the permissions and the text of a volume's file. */
const mounttest: Program = ({ args, read, mode, print }) => {
  const flags = args.slice(1).map((arg) => /^--([a-z_]+)=(.*)$/.exec(arg))
  const value = (name: string): string | undefined => flags.find((flag) => flag?.[1] === name)?.[2]
  if (flags.some((flag) => flag?.[1] !== 'file_content' && flag?.[1] !== 'file_mode'))
    throw new NotModelled('mounttest')
  const [modePath, contentPath] = [value('file_mode'), value('file_content')]
  if (modePath !== undefined) {
    const bits = mode(modePath)
    if (bits === undefined) throw new NotModelled(modePath)
    print(`mode of file "${modePath}": ${shownMode(bits)}\n`)
  }
  if (contentPath === undefined) return 0
  const text = read(contentPath)
  if (text === undefined) {
    print(`error reading file content for "${contentPath}": open ${contentPath}: no such file or directory\n`)
    return 1
  }
  print(`content of file "${contentPath}": ${text}\n`)
  return 0
}

const pause: Program = ({ wait }) => {
  wait(Infinity)
  return 0
}

/** Programs of `agnhost`, the image with which Kubernetes tests clusters; its other programs are not modelled. */
const SUBPROGRAMS: ReadonlyMap<string, Program> = new Map<string, Program>([
  ['mounttest', mounttest],
  [
    'entrypoint-tester',
    ({ path, args, print }) => {
      print(`[${[path, ...args].join(' ')}]\n`)
      return 0
    },
  ],
  ['pause', pause],
])

export const agnhost: Program = (process) => {
  const [name = 'pause'] = process.args
  const program = isTestServer(process.args) ? pause : SUBPROGRAMS.get(name)
  if (program === undefined) throw new NotModelled(name)
  return program(process)
}
