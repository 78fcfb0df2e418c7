import { setTimeout as delay } from 'node:timers/promises'
import type { Client, SentRequest } from '../conformance/case.ts'
import { parsed } from '../conformance/comparable-answer.ts'
import { filled, filledValue, valueAt } from '../conformance/json-path.ts'
import { awaitedAnswer } from '../conformance/awaited-state.ts'
import type { CaseFolder } from './case-folder.ts'
import { createCaseFolder, KUBECONFIG } from './case-folder.ts'
import type { ClientRunner, CommandResult, RunningCommand } from './client-runner.ts'
import type { CommandCase, CommandStep, DirectRequest, Join } from './command-case.ts'
import { OutputNormaliser, withoutColumnWidths } from './output-normaliser.ts'

const POLL_MS = 30
/** Milliseconds that a command in the background runs before the next step, and before a join ends it. */
const LEAD_MS = 3000
const JOIN_MS = 3000
/** A guard against a command that never prints the lines for which a step waits. On a busy machine they may come late. */
const LONGEST_WAIT_MS = 60_000
/** Milliseconds that a command runs after the last line that a join waits for, so that an extra line is noticed. */
const AFTER_LAST_LINE_MS = 150
const DIRECT_WAIT_MS = 5000

interface Playback {
  readonly folder: CaseFolder
  readonly client: Client
  readonly run: ClientRunner
  readonly normaliser: OutputNormaliser
  readonly variables: Record<string, string>
  /** One result a step; null for a step that has none. */
  readonly results: unknown[]
  background: { readonly index: number; readonly step: CommandStep; readonly command: RunningCommand }[]
}

/** Runs the commands of a case in a new folder. Returns the comparable result of each step. */
export async function playCommands(
  c: CommandCase,
  run: ClientRunner,
  { client, base }: { readonly client: Client; readonly base: string },
): Promise<unknown[]> {
  const folder = createCaseFolder()
  const { directory } = folder
  const variables = {
    ns: c.ns ?? 'default',
    base: base.replace(/\/$/, ''),
    host: new URL(base).host,
    dir: directory,
  }
  const normaliser = new OutputNormaliser({ directory, base, keepHash: c.keepHash })
  const playback: Playback = { folder, client, run, normaliser, variables, results: [], background: [] }
  try {
    writeFiles(playback, { '.kube/config': KUBECONFIG, ...c.files })
    for (const step of c.commands) playback.results.push((await playStep(playback, step)) ?? null)
    await join(playback, {})
  } finally {
    for (const { command } of playback.background) command.stop()
    folder.remove()
  }
  return playback.results
}

function writeFiles({ folder, variables }: Playback, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(filledValue(files, variables))) folder.write(name, text)
}

async function playStep(playback: Playback, step: CommandStep): Promise<unknown> {
  const { folder, run, normaliser, variables } = playback
  if (step.sleep) return delay(step.sleep)
  if (step.write) return writeFiles(playback, step.write)
  if (step.read) {
    const text = folder.read(step.read)
    return { text: text === null ? null : normaliser.text(text) }
  }
  if (step.join) return join(playback, step.join)
  if (step.http) return sendDirectly(playback, step.http)
  const { args = [], env = {}, stdinFile, timeoutMs } = step
  const stdin = stdinFile === undefined ? step.stdin : (folder.read(stdinFile) ?? '')
  const started = filledValue({ args, env, stdin }, variables)
  const command = run(folder.directory, { ...started, timeoutMs })
  if (!step.background) return comparableResult(step, await command.done, normaliser)
  playback.background.push({ index: playback.results.length, step, command })
  const end = Date.now() + (step.lead ? LONGEST_WAIT_MS : (step.leadMs ?? LEAD_MS))
  while (Date.now() < end && !(step.lead && command.lines() >= step.lead)) await delay(POLL_MS)
  return null
}

async function join(playback: Playback, { lines = 0, ms = JOIN_MS }: Join): Promise<void> {
  const started = playback.background
  playback.background = []
  for (const { index, step, command } of started) {
    const state = { isOver: false }
    void command.done.then(() => (state.isOver = true))
    const isAwaited = () => !state.isOver && !(lines > 0 && command.lines() >= lines)
    for (const end = Date.now() + (lines > 0 ? LONGEST_WAIT_MS : ms); isAwaited() && Date.now() < end;)
      await delay(POLL_MS)
    if (!state.isOver) {
      await delay(AFTER_LAST_LINE_MS)
      command.stop()
    }
    playback.results[index] = comparableResult(step, await command.done, playback.normaliser)
  }
}

/** Reduces the result of a command to the form in which the recordings hold it. */
export function comparableResult(step: CommandStep, result: CommandResult, normaliser: OutputNormaliser): unknown {
  if (step.ignore) return undefined
  const { has } = step
  if (has) {
    const found = has.filter((text) => result.stdout.includes(text))
    return { has: found, stderr: normaliser.text(result.stderr), code: result.code }
  }
  const output = normaliser.text(result.stdout)
  const errors = normaliser.text(result.stderr)
  const all: Record<string, unknown> = {
    stdout: comparedLines(step.loose ? withoutColumnWidths(output) : output, step.sort, step.head),
    stderr: comparedLines(errors, step.sortErr, step.headErr),
    code: result.code,
  }
  const { only } = step
  return only ? Object.fromEntries(Object.entries(all).filter(([name]) => only.includes(name))) : all
}

function comparedLines(text: string, isUnordered: boolean | undefined, head: number | undefined): string {
  const lines = text.split('\n')
  if (isUnordered) lines.sort()
  return lines.slice(0, head).join('\n')
}

async function sendDirectly({ client, variables }: Playback, request: DirectRequest): Promise<void> {
  const { method = 'GET', path, type = 'application/json', until, save = {} } = request
  const body = typeof request.body === 'string' ? request.body : JSON.stringify(request.body)
  const sent: SentRequest = {
    method,
    path: filled(path, variables),
    headers: { 'User-Agent': 'a-setup/1', 'Content-Type': type },
    ...(body === undefined ? {} : { body: filled(body, variables) }),
  }
  const recorded = { ms: DIRECT_WAIT_MS, isRecorded: () => true, isReachedInRecording: true }
  const answer = await (until ? awaitedAnswer(client, sent, { ...recorded, ...until }) : client.send(sent))
  const json = parsed(answer.body.toString('utf8'))
  for (const [name, member] of Object.entries(save)) variables[name] = String(valueAt(json, member))
}
