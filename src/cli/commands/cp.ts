import type { ApiObject } from '../../../worker/api/object.ts'
import type { Command } from '../command.ts'
import type { ResourceType } from '../discovery.ts'
import { resourcePath, UNKNOWN_TYPE } from '../discovery.ts'
import { Failure, isRequestFailure } from '../failure.ts'
import { boolean, integer } from '../flags.ts'
import { chooseContainer, requireUnended } from '../pod-containers.ts'
import { connectToPod, containerFlag, streamParameters } from '../pod-streams.ts'
import type { Session } from '../session.ts'

export const cp = {
  name: 'cp',
  summary: 'Copy files and directories to and from containers',
  usage: 'cp <file-spec-src> <file-spec-dest>',
  flags: [
    containerFlag,
    boolean('no-preserve', 'Ownership and permissions are not preserved in the container.'),
    integer('retries', 'How often a failed copy from a container is continued. Negative: no limit.', {
      fallback: '0',
    }),
  ],
  async run(session) {
    await session.namespace()
    await session.connection()
    const [from, to, ...more] = session.args
    if (from === undefined || to === undefined || more.length > 0)
      throw new Failure('source and destination are required')
    const [source, destination] = [readFileSpec(from), readFileSpec(to)]
    if (source.pod !== '' && destination.pod !== '')
      throw new Failure('one of src or dest must be a local file specification')
    if (source.file === '' || destination.file === '') throw new Failure('filepath can not be empty')
    if (source.pod === '' && destination.pod === '')
      throw new Failure('one of src or dest must be a remote file specification')
    return source.pod === '' ? copyToPod(session, source.file, destination) : copyFromPod(session, source)
  },
} satisfies Command

function copyFromPod(session: Session, source: FileSpec): Promise<never> {
  const isContinued = session.flags.integer('retries') !== 0
  const command = isContinued ? ['sh', '-c', `tar cf - ${source.file} | tail -c+0`] : ['tar', 'cf', '-', source.file]
  return runInPod(session, source, { command, note: session.host.stdout })
}

async function copyToPod(session: Session, file: string, destination: FileSpec): Promise<never> {
  if ((await session.host.files.kind(file)) === undefined)
    throw new Failure(`${file} doesn't exist in local filesystem`)
  // kubectl first checks whether the destination is a folder, and ignores a failure: the copy then fails for the same reason.
  await runInPod(session, destination, { command: ['test', '-d', destination.file] }).catch((error: unknown) => {
    if (!isRequestFailure(error)) throw error
  })
  const permissions = session.flags.boolean('no-preserve') ? ['--no-same-permissions', '--no-same-owner'] : []
  const command = ['tar', ...permissions, '-xmf', '-', '-C', folderOf(destination.file)]
  return runInPod(session, destination, { command, readsInput: true, note: session.host.stderr })
}

/** The folder of a path in a pod, as Go's `path.Dir` finds it: `/` for `/x`, `.` for `x`. */
function folderOf(path: string): string {
  const root = path.startsWith('/') ? '/' : ''
  const kept: string[] = []
  for (const part of path.split('/').slice(0, -1)) {
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop()
    else if (part === '..' ? root === '' : part !== '' && part !== '.') kept.push(part)
  }
  return `${root}${kept.join('/')}` || '.'
}

interface FileSpec {
  /** The name of the pod; empty for a local file. */
  readonly pod: string
  readonly namespace: string
  readonly file: string
}

/** Reads `pod:path`, `namespace/pod:path` or a local path. @throws Failure */
function readFileSpec(text: string): FileSpec {
  const malformed = new Failure('filespec must match the canonical format: [[namespace/]pod:]file/path')
  const at = text.indexOf(':')
  if (at === 0) throw malformed
  if (at < 0) return { pod: '', namespace: '', file: withoutSlash(text) }
  const pieces = text.slice(0, at).split('/')
  if (pieces.length > 2) throw malformed
  const file = withoutSlash(text.slice(at + 1)).replaceAll('\\', '/')
  return { pod: pieces.at(-1) ?? '', namespace: pieces.length === 2 ? (pieces[0] ?? '') : '', file }
}

const withoutSlash = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)

interface PodCommand {
  readonly command: readonly string[]
  readonly readsInput?: boolean
  /**
   * Receives the sentence about the chosen container: kubectl prints it to standard output when it copies from a pod. Without
   * it, the sentence is dropped.
   */
  readonly note?: (text: string) => void
}

/** kubectl needs no discovery for pods. */
const PODS: ResourceType = {
  ...UNKNOWN_TYPE,
  version: 'v1',
  kind: 'Pod',
  resource: 'pods',
  singular: 'pod',
  namespaced: true,
}

/** Runs a command in a container of the pod. */
async function runInPod(
  session: Session,
  { pod: name, namespace }: FileSpec,
  { command, readsInput = false, note = () => undefined }: PodCommand,
): Promise<never> {
  const target = { type: PODS, namespace: namespace || (await session.namespace()), name }
  // kubectl reads the pod without a check that its namespace exists.
  const pod: ApiObject = await (await session.client()).json({ path: resourcePath(PODS, target.namespace, name) })
  requireUnended(pod, 'exec into')
  const container = session.flags.text('container') || chooseContainer(session, pod, '', note)
  const words = command.map((word): [string, string] => ['command', word])
  return connectToPod(session, target, 'exec', [...words, ...streamParameters(container, readsInput)])
}
