import { boundedNumber } from '../api/numbers.ts'
import { isObject } from '../api/json.ts'
import { lookupTable } from '../runtime/lookup-table.ts'
import type { Announcement, ToServiceWorker, ToWorker } from './messages.ts'

// Readers of messages that arrive over ports and channels. Every script of the origin can send anything there: another
// installation, an older version of the app, an unrelated page. A malformed message is dropped.

type Members = Readonly<Record<string, unknown>>
type Test = (message: Members) => boolean

const isMembers = (value: unknown): value is Members => isObject(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && boundedNumber(value) >= 0
const isAbsentOr = (value: unknown, is: (value: unknown) => boolean): boolean => value === undefined || is(value)

const MAX_HEADERS = 10_000
const isHeaders = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= MAX_HEADERS &&
  value.every((pair: unknown) => Array.isArray(pair) && pair.length === 2 && isText(pair[0]) && isText(pair[1]))

/** Whether the value has only lower-case letters, digits and hyphens: ids are parts of paths and of names of databases. */
export const isClusterId = (value: unknown): value is string => isText(value) && /^[a-z0-9-]{1,63}$/.test(value)

const isFetchIdentity = (value: unknown): boolean => isMembers(value) && isText(value['run']) && isText(value['hash'])

const isRequest: Test = ({ id, cluster, method, url, headers, body, writeId, fetchIdentity }) =>
  isCount(id) &&
  isText(cluster) &&
  isText(method) &&
  isText(url) &&
  isHeaders(headers) &&
  isAbsentOr(body, (bytes) => bytes instanceof Uint8Array) &&
  isAbsentOr(writeId, isText) &&
  isAbsentOr(fetchIdentity, isFetchIdentity)

const MAX_HOSTS = 1000
const MAX_STATUS = 999

const isAnswer = (answer: unknown): boolean =>
  isMembers(answer) &&
  isCount(answer['status']) &&
  boundedNumber(answer['status']) <= MAX_STATUS &&
  isHeaders(answer['headers']) &&
  isText(answer['body'])

const TO_WORKER = lookupTable<Test>({
  request: isRequest,
  heard: ({ writeId }) => isText(writeId),
  abort: ({ id }) => isCount(id),
  taken: ({ id, bytes }) => isCount(id) && isCount(bytes),
  follow: ({ cluster }) => isClusterId(cluster),
  control: () => true,
  offer: ({ cluster, hosts }) =>
    isClusterId(cluster) && Array.isArray(hosts) && hosts.length <= MAX_HOSTS && hosts.every(isText),
  direct: ({ cluster, host, port }) =>
    isClusterId(cluster) && isText(host) && isAbsentOr(port, (it) => it instanceof MessagePort),
  'webhook-hold': ({ call }) => isCount(call),
  'webhook-answer': ({ call, answer }) => isCount(call) && isAbsentOr(answer, isAnswer),
  ping: () => true,
  pong: () => true,
} satisfies Record<ToWorker['type'], Test>)

/** The name that a page chose for the BroadcastChannel of its link. No channel of another conversation has such a name. */
const PIPE = /^tabplane:pipe:[0-9a-f-]{36}$/

const ANNOUNCEMENTS = lookupTable<Test>({
  writer: ({ generation }) => isCount(generation),
  'pipe-wanted': ({ pipe }) => isText(pipe) && PIPE.test(pipe),
} satisfies Record<Announcement['type'], Test>)

const TO_SERVICE_WORKER = lookupTable<Test>({
  claim: () => true,
  port: () => true,
} satisfies Record<ToServiceWorker['type'], Test>)

/** Returns a reader of messages. The reader returns undefined for a message that does not have the form of its type. */
const reader =
  <Message>(tests: Readonly<Record<string, Test | undefined>>) =>
  (data: unknown): Message | undefined => {
    if (!isMembers(data) || !isText(data['type'])) return undefined
    return tests[data['type']]?.(data) === true ? (data as Message) : undefined
  }

export const readToWorker = reader<ToWorker>(TO_WORKER)
export const readAnnouncement = reader<Announcement>(ANNOUNCEMENTS)
export const readToServiceWorker = reader<ToServiceWorker>(TO_SERVICE_WORKER)
