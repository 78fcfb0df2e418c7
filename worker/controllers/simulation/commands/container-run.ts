import { isObject, type Json, type JsonObject } from '../../../api/json.ts'
import type { ApiObject } from '../../../api/object.ts'
import { listAt, numberAt, textAt, valueAt } from '../../../resources/path.ts'
import type { CommandOutcome } from '../outcomes.ts'
import { containerEnvironment, expanded, type EnvironmentSources } from './container-environment.ts'
import { LONGEST_RUN, type CommandRun, type Start } from './command-run.ts'
import { runCommand } from './shell-run.ts'
import { serverPhases, TEST_ENTRYPOINT, type ProbeAnswer, type ProbePhase } from './test-servers.ts'
import { volumeFiles } from './volume-files.ts'

/** Images without an entry point: they run the arguments of a container as the command. */
const WITHOUT_ENTRYPOINT = /^(?:docker\.io\/)?(?:library\/)?(?:busybox|alpine|bash|debian|ubuntu)(?:[:@]|$)/

/** The image with which Kubernetes tests clusters. */
const TEST_IMAGE = /(?:^|\/)agnhost(?::|$)/

const texts = (container: JsonObject, path: string): string[] => listAt(container, path).map(String)

/** The command of a container with its environment and files; undefined when the image decides what runs. */
export function startOf(
  pod: ApiObject,
  container: JsonObject,
  sources: EnvironmentSources,
  startedAt = 0,
): Start | undefined {
  const image = textAt(container, 'image')
  const given = texts(container, 'command')
  const command = given.length === 0 && TEST_IMAGE.test(image) ? [TEST_ENTRYPOINT] : given
  if (command.length === 0 && !WITHOUT_ENTRYPOINT.test(image)) return undefined
  const argv = [...command, ...texts(container, 'args')]
  if (argv.length === 0) return undefined
  const env = containerEnvironment(pod, container, sources)
  const files = volumeFiles(pod, container, sources)
  return {
    argv: argv.map((text) => expanded(text, (name) => env.get(name))),
    env,
    files: new Map(Array.from(files, ([path, { text }]) => [path, text])),
    modes: new Map(Array.from(files, ([path, { mode }]) => [path, mode])),
    hostname: textAt(pod, 'spec.hostname') || (pod.metadata?.name ?? ''),
    folder: textAt(container, 'workingDir') || '/',
    startedAt,
  }
}

/** The end and readiness of a container as its command decides them; undefined for a command that is not modelled. */
export function commandOutcome(
  pod: ApiObject,
  container: JsonObject,
  sources: EnvironmentSources,
): CommandOutcome | undefined {
  const start = startOf(pod, container, sources)
  const run = start && runCommand(start, Infinity)
  const isKnown = run?.isKnown === true
  const probed =
    start !== undefined && run !== undefined && isKnown
      ? { pod, container, start, run }
      : withoutCommand(pod, container)
  const unhealthy = failureOf(valueAt(container, 'livenessProbe'), probed)
  const readiness = successOf(valueAt(container, 'readinessProbe'), probed)
  const ready = readiness === undefined ? {} : { readyAfter: readiness }
  const end = run?.end
  if (unhealthy !== undefined && !(end !== undefined && end.after <= unhealthy.after))
    return { isRunKnown: true, ...ready, end: { after: unhealthy.after, exitCode: 137, unhealthy: unhealthy.output } }
  if (!isKnown || run === undefined) return readiness === undefined ? undefined : { isRunKnown: false, ...ready }
  return { isRunKnown: true, ...ready, ...(end && { end: { ...end, ...messageOf(container, run) } }) }
}

interface Probed {
  readonly pod: ApiObject
  readonly container: JsonObject
  readonly start: Start
  readonly run: CommandRun
}

/** The run of a container whose command is not modelled. Its probes are modelled when their commands use no file. */
const withoutCommand = (pod: ApiObject, container: JsonObject): Probed => ({
  pod,
  container,
  start: {
    argv: [],
    env: new Map(),
    files: undefined,
    hostname: pod.metadata?.name ?? '',
    folder: '/',
    startedAt: 0,
  },
  run: { output: [], files: [], isKnown: false },
})

/** The number of versions of the files for which a probe is tried. */
const MAX_TRIED = 100

/** The tries of a probe between two changes of a file or a server. They have the same outcome. Times are milliseconds after the start. */
interface ProbeTries extends ProbeAnswer {
  readonly first: number
  readonly period: number
  readonly count: number
}

/** The tries of a probe until the end of the run; none for a probe that is not modelled. */
function* triesOf(probe: Json | undefined, probed: Probed): Generator<ProbeTries> {
  if (!isObject(probe)) return
  const { pod, container, start, run } = probed
  const address = textAt(pod, 'status.podIP')
  const phases = serverPhases(start.argv, container, probe, address) ?? commandPhases(probe, probed)
  const period = (numberAt(probe, 'periodSeconds') || 10) * 1000
  const end = run.end?.after ?? Infinity
  let first = numberAt(probe, 'initialDelaySeconds') * 1000
  let tries = 0
  for (const [index, { answer }] of phases.entries()) {
    const until = Math.min(phases[index + 1]?.after ?? Infinity, end)
    if (first >= until) continue
    const answered = ++tries > MAX_TRIED ? undefined : answer()
    if (answered === undefined) return
    const count = Math.ceil((until - first) / period)
    yield { first, period, count, ...answered }
    first += count * period
  }
}

/** The answers of an exec probe's command, by the files that it finds; none for other probes. */
function commandPhases(probe: JsonObject, { start, run }: Probed): readonly ProbePhase[] {
  const argv = listAt(probe, 'exec.command').map(String)
  if (argv.length === 0) return []
  const versions = run.files.length > 0 ? run.files : [{ after: 0, files: start.files }]
  return versions.map(({ after, files }) => ({
    after,
    answer: () => {
      const { isKnown, end, output } = runCommand({ ...start, argv, files }, Infinity)
      if (!isKnown || end === undefined) return undefined
      return { isSuccess: end.exitCode === 0, output: output.map(({ text }) => text).join('') }
    },
  }))
}

/** The `failureThreshold` that the server sets when a probe has none. */
const DEFAULT_FAILURE_THRESHOLD = 3

interface ProbeFailure {
  readonly after: number
  readonly output: string
}

/** The try that brings a probe to its failure threshold; undefined when the probe does not reach the threshold. */
function failureOf(probe: Json | undefined, probed: Probed): ProbeFailure | undefined {
  const threshold = (isObject(probe) ? numberAt(probe, 'failureThreshold') : 0) || DEFAULT_FAILURE_THRESHOLD
  let failures = 0
  for (const { first, period, count, isSuccess, output } of triesOf(probe, probed)) {
    const after = first + (threshold - failures - 1) * period
    if (isSuccess) failures = 0
    else if (failures + count < threshold) failures += count
    else return after > LONGEST_RUN ? undefined : { after, output }
  }
  return undefined
}

/** Milliseconds from the start to the first success of a probe: Infinity when it never succeeds, undefined when that is unknown. */
function successOf(probe: Json | undefined, probed: Probed): number | undefined {
  let isTried = false
  for (const { first, isSuccess } of triesOf(probe, probed)) {
    if (isSuccess) return first
    isTried = true
  }
  return isTried ? Infinity : undefined
}

/** The limits of the kubelet on a termination message. */
const MESSAGE_BYTES = 4096
const LOG_BYTES = 2048
const LOG_LINES = 80

/**
 * The termination message: the file, or the end of the log of a failed container whose `terminationMessagePolicy` requests it.
 */
function messageOf(container: JsonObject, run: CommandRun): { message?: string } {
  const path = textAt(container, 'terminationMessagePath') || '/dev/termination-log'
  const written = run.files.at(-1)?.files.get(path) ?? ''
  if (written !== '') return { message: bytesOf(written, 0, MESSAGE_BYTES) }
  const isAsked = textAt(container, 'terminationMessagePolicy') === 'FallbackToLogsOnError'
  if (!isAsked || run.end?.exitCode === 0) return {}
  const log = run.output.map(({ text }) => text).join('')
  const lines = log.split(/(?<=\n)/)
  const message = bytesOf(lines.slice(-LOG_LINES).join(''), -LOG_BYTES)
  return message === '' ? {} : { message }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The text of some bytes of a text. A character that the cut divides becomes U+FFFD. */
const bytesOf = (text: string, start: number, end?: number): string =>
  decoder.decode(encoder.encode(text).subarray(start, end))
