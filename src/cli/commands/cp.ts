import type { ApiObject } from '../../../worker/api/object.ts'
import type { Command } from '../command.ts'
import { resourcePath } from '../discovery.ts'
import { Failure } from '../failure.ts'
import { boolean, integer } from '../flags.ts'
import { chooseContainer, phaseOf } from '../pod-containers.ts'
import { connectToPod, containerFlag } from '../pod-streams.ts'
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
    if (source.pod !== '') return runInPod(session, source, ['tar', 'cf', '-', source.file], session.host.stdout)
    if ((await session.host.files.kind(source.file)) === undefined)
      throw new Failure(`${source.file} doesn't exist in local filesystem`)
    return runInPod(session, destination, ['test', '-d', destination.file], session.host.stderr)
  },
} satisfies Command

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
  if (at < 0) return { pod: '', namespace: '', file: text.length > 1 ? text.replace(/\/+$/, '') : text }
  const pieces = text.slice(0, at).split('/')
  if (pieces.length > 2) throw malformed
  return { pod: pieces.at(-1) ?? '', namespace: pieces.length === 2 ? (pieces[0] ?? '') : '', file: text.slice(at + 1) }
}

/**
 * Runs a command in a container of the pod.
 * @param note receives the sentence about the chosen container; kubectl prints it to standard output when it copies
 * from a pod
 */
async function runInPod(
  session: Session,
  { pod: name, namespace }: FileSpec,
  command: readonly string[],
  note: (text: string) => void,
) {
  const type = await session.type('pods')
  const target = { type, namespace: namespace || (await session.namespace()), name }
  // kubectl reads the pod without a check that its namespace exists.
  const pod: ApiObject = await (await session.client()).json({ path: resourcePath(type, target.namespace, name) })
  const phase = phaseOf(pod)
  if (phase === 'Succeeded' || phase === 'Failed')
    throw new Failure(`cannot exec into a container in a completed pod; current phase is ${phase}`)
  const container = session.flags.text('container') || chooseContainer(session, pod, '', note)
  const words = command.map((word): [string, string] => ['command', word])
  return connectToPod(session, target, 'exec', [
    ...words,
    ['container', container],
    ['stdout', 'true'],
    ['stderr', 'true'],
  ])
}
