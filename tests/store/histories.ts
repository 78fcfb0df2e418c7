import { deepStrictEqual, ok } from 'node:assert/strict'
import type { ApiServer } from '../../worker/server/api-server.ts'
import type { VirtualClock } from '../../worker/clock/virtual-clock.ts'
import { virtualClock } from '../../worker/clock/virtual-clock.ts'
import type { Command, Of } from './commands.ts'
import type { KeptLog } from './kept-log.ts'
import type { Event, Item, Wanted } from './reference-model.ts'
import { ReferenceModel } from './reference-model.ts'
import type { Answer } from './server-under-test.ts'
import { collectionUrl, itemOf, openWatch, preparedLog, send, startServer } from './server-under-test.ts'

interface Watching {
  readonly url: string
  readonly from: number
  readonly wanted: Wanted
  readonly seen: Event[]
  readonly bookmarks: boolean
  readonly endsAt: number
  /** The revision and time at which it ended. */
  ended?: { readonly revision: number; readonly at: number }
}

/** Milliseconds after which the server ends a watch without `timeoutSeconds`; a watch may last up to twice as long. */
const WATCH_MS = 1_800_000
const prepared = preparedLog(virtualClock())

/** Plays the commands against a server and the model. @throws AssertionError at the first difference. */
export async function playHistory(history: readonly Command[]): Promise<void> {
  const clock = virtualClock()
  const log = (await prepared).copy()
  const player = new Player(log, clock, await startServer(log, clock))
  await player.begin()
  for (const command of history) await player.play(command)
  await player.end()
}

class Player {
  readonly #log: KeptLog
  readonly #clock: VirtualClock
  #server: ApiServer
  #model = new ReferenceModel(0)
  #values = 0
  #tokens: { readonly text: string; readonly revision: number; readonly after: string; readonly namespace: string }[] =
    []
  #watches: Watching[] = []

  constructor(log: KeptLog, clock: VirtualClock, server: ApiServer) {
    this.#log = log
    this.#clock = clock
    this.#server = server
  }

  async begin(): Promise<void> {
    const { json } = await send(this.#server, 'GET', collectionUrl(''))
    this.#model = new ReferenceModel(Number(json.metadata.resourceVersion), json.items?.map(itemOf))
  }

  play(command: Command): Promise<void> {
    switch (command.do) {
      case 'write':
        return this.#write(command)
      case 'list':
        return this.#list(command)
      case 'get':
        return this.#get(command)
      case 'watch':
        return this.#watch(command)
      case 'wait':
        return this.#pass(command.seconds)
      case 'compact':
        return this.#compact()
      case 'restart':
        return this.#restart()
    }
  }

  async end(): Promise<void> {
    await this.#server.close()
    for (const watching of this.#watches) this.#check(watching)
  }

  async #write({ how, place: [ns, name], labels }: Of<'write'>): Promise<void> {
    const collection = collectionUrl(ns)
    const live = this.#model.get(`${ns}/${name}`)
    const value = `v${++this.#values}`
    const object = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name, labels }, data: { value } }
    const written = (code: number, answer: Answer): void => {
      deepStrictEqual([answer.status, answer.json.message], [code, undefined])
      const item = itemOf(answer.json)
      this.#model.change(item.place, item)
      deepStrictEqual(item, { place: `${ns}/${name}`, revision: this.#model.revision, labels, value })
    }
    switch (how) {
      case 'put':
        if (live === undefined) return written(201, await send(this.#server, 'POST', collection, object))
        return written(200, await send(this.#server, 'PUT', `${collection}/${name}`, object))
      case 'patch': {
        const patch = { metadata: { labels: { app: null, gone: null, ...labels } }, data: { value } }
        const answer = await send(this.#server, 'PATCH', `${collection}/${name}`, patch)
        return live === undefined ? deepStrictEqual(answer.status, 404) : written(200, answer)
      }
      case 'stale': {
        const metadata = { ...object.metadata, resourceVersion: String((live?.revision ?? 5) - 1) }
        const answer = await send(this.#server, 'PUT', `${collection}/${name}`, { ...object, metadata })
        if (live !== undefined) return deepStrictEqual(answer.status, 409)
        // reference/verbs.md 13: a PUT creates some kinds, and then the resourceVersion does not matter.
        return answer.status === 201 ? written(201, answer) : deepStrictEqual(answer.status, 404)
      }
      case 'remove': {
        const { status } = await send(this.#server, 'DELETE', `${collection}/${name}`)
        deepStrictEqual(status, live === undefined ? 404 : 200)
        if (live !== undefined) this.#model.change(live.place, undefined)
        return
      }
      case 'clear': {
        const gone = this.#model.state(this.#model.revision).filter((item) => item.place.startsWith(`${ns}/`))
        deepStrictEqual((await send(this.#server, 'DELETE', collection)).status, 200)
        for (const item of gone) this.#model.change(item.place, undefined)
      }
    }
  }

  async #list({ version: back, match, limit, token, namespace: ns, selector: chosen }: Of<'list'>): Promise<void> {
    const given = token === undefined ? undefined : this.#tokens.at(-1 - token)
    const rv = this.#versionText(back)
    const where = given?.namespace ?? ns
    const query = [`resourceVersion=${rv}`, `resourceVersionMatch=${match}`, `limit=${limit}`]
    if (given !== undefined) query.push(`continue=${given.text}`)
    if (chosen !== undefined) query.push(chosen[0])
    // For a selector of one name, the server reads that object only, so the list has no next page.
    const single = chosen?.[0].includes('name%3D') === true && where !== '' && given === undefined
    const selector = chosen?.[1]
    const wanted = this.#model.list({ rv, match, limit, token: given, namespace: where, selector, single })
    const { status, json } = await this.#ask(`${collectionUrl(where)}?${query.join('&')}`, wanted.code === 504)
    deepStrictEqual([status, query], [wanted.code, query])
    if (wanted.code === 410 && given !== undefined) {
      const { continue: fresh = '' } = json.metadata
      this.#tokens.push({ text: fresh, revision: -1, after: given.after, namespace: where })
    }
    if (wanted.code !== 200) return
    const { continue: next, remainingItemCount, resourceVersion } = json.metadata
    deepStrictEqual(
      [json.items?.map(itemOf), Number(resourceVersion), next !== undefined, remainingItemCount, query],
      [
        wanted.items,
        wanted.revision,
        wanted.next !== undefined && !single,
        chosen === undefined ? wanted.remaining : undefined,
        query,
      ],
    )
    if (next === undefined || wanted.next === undefined) return
    this.#tokens.push({ text: next, revision: Number(resourceVersion), after: wanted.next, namespace: where })
  }

  async #get({ version: back, place: [ns, name] }: Of<'get'>): Promise<void> {
    const rv = this.#versionText(back)
    const waits = Number(rv) > this.#model.revision
    const live = this.#model.get(`${ns}/${name}`)
    const { status, json } = await this.#ask(`${collectionUrl(ns)}/${name}?resourceVersion=${rv}`, waits)
    const served = live === undefined ? 404 : 200
    deepStrictEqual(status, waits ? 504 : served)
    if (status === 200) deepStrictEqual(itemOf(json), live)
  }

  async #watch({ version: back, namespace: ns, selector: chosen, bookmarks, seconds }: Of<'watch'>): Promise<void> {
    const rv = this.#versionText(back)
    const query = [`watch=1&resourceVersion=${rv}`]
    if (bookmarks) query.push('allowWatchBookmarks=true')
    if (seconds !== undefined) query.push(`timeoutSeconds=${seconds}`)
    if (chosen !== undefined) query.push(chosen[0])
    const url = `${collectionUrl(ns)}?${query.join('&')}`
    const model = this.#model
    const initial = Number(rv) === 0
    const wanted = (item: Item): boolean =>
      (ns === '' || item.place.startsWith(`${ns}/`)) && (chosen?.[1](item) ?? true)
    const watching: Watching = {
      url,
      from: initial ? model.revision : Number(rv),
      wanted,
      seen: [],
      bookmarks,
      endsAt: this.#clock.now() + (seconds === undefined ? WATCH_MS : seconds * 1000),
    }
    const state = model.state(model.revision).filter(wanted)
    const gone = !initial && Number(rv) < model.compacted
    let errors = 0
    await openWatch(
      this.#server,
      url,
      ({ type, object }) => {
        if (type === 'ERROR') {
          errors++
          deepStrictEqual([gone, object.code], [true, 410])
        } else if (type === 'BOOKMARK') {
          deepStrictEqual([bookmarks, Number(object.metadata.resourceVersion)], [true, this.#model.revision])
        } else watching.seen.push([type, itemOf(object)])
      },
      () => (watching.ended = { revision: this.#model.revision, at: this.#clock.now() }),
    )
    deepStrictEqual([errors, watching.ended !== undefined], gone ? [1, true] : [0, false], url)
    if (gone) return
    if (initial)
      deepStrictEqual(
        watching.seen.splice(0),
        state.map((item) => ['ADDED', item]),
        url,
      )
    this.#watches.push(watching)
  }

  #check({ url, from, wanted, seen, ended, endsAt }: Watching): void {
    if (ended === undefined) throw new Error(`${url} did not end with its server`)
    deepStrictEqual(seen, this.#model.events(from, ended.revision, wanted), url)
    ok(ended.at <= endsAt + WATCH_MS, url)
  }

  #versionText(back: string | number): string {
    return typeof back === 'string' ? back : String(Math.max(1, this.#model.revision - back))
  }

  /** Sends a GET request. When it waits, the virtual time passes until it is answered. */
  async #ask(url: string, waits: boolean): Promise<Answer> {
    const answer = send(this.#server, 'GET', url)
    if (!waits) return answer
    const progress = { isOver: false }
    const over = answer.finally(() => (progress.isOver = true))
    while (!progress.isOver) {
      await new Promise((resolve) => setImmediate(resolve))
      this.#clock.advance(1000)
    }
    return over
  }

  async #pass(seconds: number): Promise<void> {
    this.#clock.advance(seconds * 1000)
    for (const { url, ended, endsAt } of this.#watches)
      if (url.includes('timeoutSeconds')) deepStrictEqual(ended !== undefined, endsAt <= this.#clock.now(), url)
  }

  /** Compacts revisions that are older than the limit. A later chunk of an earlier list gets 410. */
  async #compact(): Promise<void> {
    await this.#pass(340)
    this.#model.compacted = this.#model.revision
  }

  async #restart(): Promise<void> {
    await this.#server.close()
    for (const watching of this.#watches.splice(0)) this.#check(watching)
    this.#server = await startServer(this.#log, this.#clock)
    this.#model.compacted = this.#model.revision
  }
}
