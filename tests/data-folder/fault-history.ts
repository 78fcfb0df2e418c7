import { ok } from 'node:assert/strict'
import { findFolder } from '../../serve/data-folder/found-folder.ts'
import { FolderLog } from '../../serve/data-folder/folder-log.ts'
import { virtualClock } from '../../worker/clock/virtual-clock.ts'
import type { LogChange, LogRecord } from '../../worker/store/persistence/log.ts'
import { isStorageRefusal, OutcomeUnknown } from '../../worker/store/store.ts'
import type { Dice } from '../fuzz/dice.ts'
import { dice } from '../fuzz/dice.ts'
import { FaultyDisk } from './faulty-disk.ts'

type State = ReadonlyMap<string, { readonly revision: number; readonly text: string }>

/**
 * The required content of a folder: the acknowledged state, or that state with the one commit whose outcome is
 * unknown.
 */
interface Expected {
  readonly state: State
  readonly revision: number
  /** The state with a commit that was under way when the process ended. */
  readonly open: { readonly state: State; readonly revision: number } | undefined
}

const KEYS = 12
const ROUNDS = 6
const CAPACITY = 400_000
const SMALL_CAPACITY = 60_000
const RESERVE_BYTES = 8192
const SNAPSHOT_GROWTH = 6000
const lock = { acquire: () => Promise.resolve(), release: () => Promise.resolve() }
const text = new TextDecoder()
const utf8 = new TextEncoder()

/** The events of a history. Their sum over many histories shows that every kind of fault was played. */
export interface Played {
  commits: number
  refused: number
  unknown: number
  crashes: number
  powerCuts: number
  repairs: number
  losses: number
}

export const NOTHING_PLAYED: Played = {
  commits: 0,
  refused: 0,
  unknown: 0,
  crashes: 0,
  powerCuts: 0,
  repairs: 0,
  losses: 0,
}

/**
 * Plays commits, failing operations, crashes, power cuts and damage that a seed decides. Verifies after each start that
 * acknowledged changes are present, refused ones are absent, and every missing change is in a reported range of revisions.
 * @throws AssertionError
 */
export async function playFaults(seed: number, played: Played): Promise<void> {
  const random = dice(seed)
  const capacity = random.chance(0.3) ? SMALL_CAPACITY : CAPACITY
  let disk = new FaultyDisk(random, { failure: random.chance(0.5) ? 0.02 : 0, capacity })
  let expected: Expected = { state: new Map(), revision: 1, open: undefined }
  const history = new History(random, played)
  for (let round = 0; round < ROUNDS; round++) {
    expected = await history.run(disk, expected)
    const isPowerCut = random.chance(0.4)
    played[isPowerCut ? 'powerCuts' : 'crashes']++
    disk = isPowerCut ? disk.afterPowerCut() : disk.afterKill()
    disk = history.damage(disk, !isPowerCut)
  }
  await history.run(disk, expected)
}

class History {
  readonly #random: Dice
  readonly #played: Played
  #isDamagedTwice = false
  /** Earlier contents of log files, by name. */
  readonly #earlier = new Map<string, Uint8Array>()

  constructor(random: Dice, played: Played) {
    this.#random = random
    this.#played = played
  }

  /** Opens the folder, verifies it, and commits until the process ends. */
  async run(disk: FaultyDisk, before: Expected): Promise<Expected> {
    const opened = await this.#open(disk, before)
    if (opened === undefined) return before
    let expected: Expected = opened.expected
    const { log, clock } = opened
    if (this.#random.chance(0.7)) disk.crashWithin(60)
    for (let i = this.#random.below(15); i > 0 && !disk.isCrashed; i--) {
      expected = await this.#commit(log, disk, expected)
      if (expected.open !== undefined) return expected
      for (let turns = this.#random.below(200); turns > 0; turns--) await Promise.resolve()
      if (this.#random.chance(0.1)) clock.advance(6000)
      this.#remember(disk)
    }
    await log.close().catch(() => undefined)
    return expected
  }

  /** Damages files of a stopped server: one copy, or both when the loss can be detected. */
  damage(disk: FaultyDisk, canHitBoth: boolean): FaultyDisk {
    this.#isDamagedTwice = false
    const logs = [...this.#logsOf(disk)]
    if (logs.length === 0 || this.#random.chance(0.4)) return disk
    const both = canHitBoth && this.#random.chance(0.4)
    const kind = this.#random.pick(['flip', 'flip', 'cut', 'remove', 'old', 'fill'])
    const place = this.#random.below(1 << 30)
    const hit = both ? logs : [logs[this.#random.below(logs.length)] ?? '']
    for (const name of hit) disk.tamper(name, this.#damaged(name, disk.peek(name) ?? new Uint8Array(), kind, place))
    this.#isDamagedTwice = both
    return disk
  }

  #logsOf(disk: FaultyDisk): string[] {
    return ['a', 'b'].flatMap((copy) => {
      const names = Array.from({ length: 200 }, (_, i) => `log-${200 - i}.${copy}`)
      return names.find((name) => disk.peek(name) !== undefined) ?? []
    })
  }

  #remember(disk: FaultyDisk): void {
    if (!this.#random.chance(0.2)) return
    for (const name of this.#logsOf(disk)) this.#earlier.set(name, disk.peek(name) ?? new Uint8Array())
  }

  #damaged(name: string, content: Uint8Array, kind: string, place: number): Uint8Array | undefined {
    if (kind === 'remove') return undefined
    if (kind === 'old') return this.#earlier.get(name)?.slice() ?? content
    const at = content.length === 0 ? 0 : place % content.length
    if (kind === 'cut') return content.slice(0, at)
    const damaged = content.slice()
    if (kind === 'fill') damaged.fill(0, at, at + 700)
    else damaged[at] = (damaged[at] ?? 0) ^ (1 << (place % 8))
    return damaged
  }

  /** Opens the log as a server does: again after a failure, and with the loss accepted after it was reported. */
  async #open(disk: FaultyDisk, expected: Expected) {
    const clock = virtualClock()
    const { failure } = disk.rates
    const options = {
      folder: 'folder',
      files: disk,
      lock,
      clock,
      reserveBytes: RESERVE_BYTES,
      snapshotGrowth: SNAPSHOT_GROWTH,
      warn: () => undefined,
    }
    const isFailing = this.#random.chance(0.3)
    if (isFailing) {
      // A start that is killed or meets failures must not make anything worse.
      const first = new FolderLog(options)
      await first.open().then(
        () => first.close().catch(() => undefined),
        () => undefined,
      )
    }
    Object.assign(disk.rates, { failure: 0 })
    const found = await findFolder(disk)
    const log = new FolderLog(options)
    const state = await log.open().catch((error: unknown) => {
      // Only files that were exchanged on purpose are refused.
      if (this.#isDamagedTwice || (error instanceof Error && error.message.includes('not copies of one log')))
        return undefined
      throw error
    })
    if (state === undefined) return undefined
    const losses = found?.losses ?? []
    this.#verify(expected, state.records, state.revision, losses)
    if (found?.isDamaged === true) this.#played[losses.length > 0 ? 'losses' : 'repairs']++
    let opened = { log, state }
    if (losses.length > 0) {
      ok(log.outage !== undefined, 'a log with losses is read-only')
      await log.close()
      // A new log needs room, which an operator makes first. Without room the start is refused and changes nothing.
      disk.rates.capacity = Math.max(disk.rates.capacity, CAPACITY)
      const accepting = new FolderLog({ ...options, acceptsLoss: true })
      opened = { log: accepting, state: await accepting.open() }
    }
    Object.assign(disk.rates, { failure })
    const { revision, records } = opened.state
    return { log: opened.log, clock, expected: { state: stateOf(records), revision, open: undefined } }
  }

  #verify(
    expected: Expected,
    records: readonly LogRecord[],
    revision: number,
    losses: readonly { first: number; last: number }[],
  ): void {
    const found = stateOf(records)
    if (losses.length === 0) {
      const candidates = [expected, ...(expected.open === undefined ? [] : [expected.open])]
      ok(
        candidates.some(({ state, revision: at }) => revision >= at && isEqual(state, found)),
        'the folder holds the acknowledged state, or that of the commit under way',
      )
      return
    }
    ok(this.#isDamagedTwice, 'a loss is reported after damage of both copies only')
    const isLost = (at: number): boolean => losses.some(({ first, last }) => at >= first && at <= last)
    const open = expected.open?.state ?? expected.state
    for (const [key, { revision: at, text: value }] of expected.state) {
      const shown = found.get(key)
      const isKept = shown?.revision === at && shown.text === value
      const isReplaced = open.get(key) !== expected.state.get(key)
      ok(isKept || isReplaced || isLost(at), `revision ${at} of ${key} is there or reported`)
    }
  }

  async #commit(log: FolderLog, disk: FaultyDisk, expected: Expected): Promise<Expected> {
    const changes = this.#changes(expected)
    const next = after(expected, changes)
    this.#played.commits++
    try {
      await log.commit(changes)
      return { ...next, open: undefined }
    } catch (error) {
      if (disk.isCrashed || error instanceof OutcomeUnknown) {
        this.#played.unknown++
        return { ...expected, open: next }
      }
      ok(isStorageRefusal(error), `a commit fails with a storage error, not with ${String(error)}`)
      this.#played.refused++
      return expected
    }
  }

  #changes({ state }: Expected): LogChange[] {
    const count = 1 + this.#random.below(4)
    const first = this.#random.below(KEYS)
    const frees = this.#random.chance(0.3)
    return Array.from({ length: count }, (_, i) => {
      const key = `core/pods/x/p${(first + i) % KEYS}`
      const known = state.get(key)
      if (frees && known !== undefined) return { key, value: undefined, expected: known.revision, frees }
      const value = utf8.encode(`${this.#random.below(1e9)}`.repeat(1 + this.#random.below(120)))
      return { key, value, expected: known?.revision ?? 0, frees: false }
    })
  }
}

const stateOf = (records: readonly LogRecord[]): State =>
  new Map(records.map(({ key, revision, value }) => [key, { revision, text: text.decode(value) }]))

function after({ state, revision }: Expected, changes: readonly LogChange[]) {
  const next = new Map(state)
  let last = revision
  for (const { key, value } of changes) {
    last++
    if (value === undefined) next.delete(key)
    else next.set(key, { revision: last, text: text.decode(value) })
  }
  return { state: next, revision: last }
}

const isEqual = (a: State, b: State): boolean =>
  a.size === b.size &&
  [...a].every(([key, { revision, text: value }]) => b.get(key)?.revision === revision && b.get(key)?.text === value)
