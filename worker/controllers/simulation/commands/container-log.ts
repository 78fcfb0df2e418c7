import { clampedInteger, durationOf } from '../../../api/int64.ts'
import { quote } from '../../../api/go-format.ts'
import type { JsonObject } from '../../../api/json.ts'
import type { ApiObject } from '../../../api/object.ts'
import { badRequest } from '../../../api/status.ts'
import { integerAt, textAt, valueAt } from '../../../resources/path.ts'
import { timeOf } from '../../object-parts.ts'
import { containersOf, statusesOf } from '../pod-draft.ts'
import type { EnvironmentSources } from './container-environment.ts'
import { startOf } from './container-run.ts'
import { runCommand } from './shell-run.ts'

/** The maximum time between the end of a command and the end of its container. The simulation has other work in between. */
const LATENESS_MS = 2000

interface LogRequest {
  readonly pod: ApiObject
  readonly container: string
  /** The members of a `PodLogOptions`. */
  readonly options: JsonObject
}

/**
 * The output of a container's command so far, as the model of commands computes it. `follow` is not imitated.
 * @param now milliseconds since 1970
 * @throws badRequest() in the words of the kubelet, when the container has not run, or when `previous` requests an earlier run
 * and there is none
 */
export function containerLog(
  { pod, container: name, options }: LogRequest,
  sources: EnvironmentSources,
  now: number,
): string {
  const { startedAt, endedAt } = runOf(pod, name, options['previous'] === true)
  const container = containersOf(pod).find((one) => one.name === name)?.container ?? {}
  const start = startOf(pod, container, sources, startedAt)
  if (start === undefined) return ''
  const horizon = endedAt === undefined ? now - startedAt : endedAt - startedAt + LATENESS_MS
  const { output } = runCommand(start, Math.max(0, horizon))
  const lines = linesOf(output.map(({ after, text }) => ({ at: startedAt + after, text })))
  return selectedText(lines, options, now)
}

/** The start and end of the container run whose log is printed, in milliseconds since 1970. */
function runOf(pod: ApiObject, name: string, isPrevious: boolean): { startedAt: number; endedAt?: number } {
  const status = statusesOf(pod).get(name) ?? {}
  const podName = quote(pod.metadata?.name ?? '')
  const ended = (state: string): { startedAt: number; endedAt: number } | undefined => {
    const at = timeOf(valueAt(status, `${state}.terminated.startedAt`))
    const endedAt = timeOf(valueAt(status, `${state}.terminated.finishedAt`))
    return at === undefined || endedAt === undefined ? undefined : { startedAt: at, endedAt }
  }
  const last = ended('lastState')
  if (isPrevious) {
    if (last !== undefined) return last
    throw badRequest(`previous terminated container ${quote(name)} in pod ${podName} not found`)
  }
  const startedAt = timeOf(valueAt(status, 'state.running.startedAt'))
  if (startedAt !== undefined) return { startedAt }
  const known = ended('state') ?? last
  if (known !== undefined) return known
  const reason = textAt(status, 'state.waiting.reason')
  throw badRequest(
    reason === 'PodInitializing' || reason === 'ContainerCreating' || reason === ''
      ? `container ${quote(name)} in pod ${podName} is waiting to start: ${reason || 'ContainerCreating'}`
      : `container ${quote(name)} in pod ${podName} is waiting to start: ${WAITING_TEXTS.get(reason) ?? reason}`,
  )
}

const WAITING_TEXTS: ReadonlyMap<string, string> = new Map([
  ['ErrImagePull', "image can't be pulled"],
  ['ImagePullBackOff', 'trying and failing to pull image'],
])

interface Line {
  readonly at: number
  readonly text: string
}

/**
 * The lines of an output. Each line has the time at which its first character was printed, in milliseconds since 1970.
 */
function linesOf(output: readonly Line[]): Line[] {
  const lines: { at: number; text: string }[] = []
  for (const { at, text } of output)
    for (const piece of text.split(/(?<=\n)/)) {
      const last = lines.at(-1)
      if (last === undefined || last.text.endsWith('\n')) lines.push({ at, text: piece })
      else last.text += piece
    }
  return lines
}

function selectedText(all: readonly Line[], options: JsonObject, now: number): string {
  const isTimed = options['sinceSeconds'] !== undefined
  const since = isTimed ? now - durationOf(integerAt(options, 'sinceSeconds')) : timeOf(options['sinceTime'])
  const recent = since === undefined ? all : all.filter(({ at }) => at >= since)
  const count = options['tailLines'] === undefined ? Infinity : clampedInteger(integerAt(options, 'tailLines'))
  const last = recent.slice(Math.max(0, recent.length - count))
  const stamp = (at: number): string =>
    options['timestamps'] === true ? `${new Date(at).toISOString().replace('Z', '000000Z')} ` : ''
  const text = last.map((line) => stamp(line.at) + line.text).join('')
  const bytes = clampedInteger(integerAt(options, 'limitBytes'))
  return bytes > 0 ? firstBytes(text, bytes) : text
}

/** The longest beginning of the text that has at most this many bytes in UTF-8. It never ends within a character. */
function firstBytes(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(Math.min(bytes, text.length * MAX_BYTES_OF_UNIT)))
  return text.slice(0, read)
}

/** The most UTF-8 bytes for one UTF-16 unit of a string. */
const MAX_BYTES_OF_UNIT = 3
