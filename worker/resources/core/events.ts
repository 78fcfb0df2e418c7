import { humanDuration } from '../../api/duration.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import { dnsSubdomain, qualifiedName } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import { asWritten } from '../../api/written-quantity.ts'
import { equalJson } from '../../patch/json-values.ts'
import { name, text } from '../columns.ts'
import type { Rule } from '../notation/rule.ts'
import { at, atShown, checkObject, spelled, where } from '../notation/rule.ts'
import { numberAt, textAt, valueAt } from '../path.ts'
import { goStruct } from '../../api/go-source.ts'
import { goTime } from '../rules/go-time.ts'
import { immutableAs, immutableText, shownOrNull } from '../rules/immutability.ts'
import type { Column } from '../behaviour.ts'
import type { Kind } from '../resource.ts'
import { isLonger } from '../../runtime/utf8.ts'

type Fields = Readonly<Record<string, (object: ApiObject) => string>>

const REFERENCE_FIELDS = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath']

const byPath = (...paths: readonly string[]): Fields =>
  Object.fromEntries(paths.map((path) => [path, (object: ApiObject) => textAt(object, path)]))

const reference = (field: string): readonly string[] => REFERENCE_FIELDS.map((part) => `${field}.${part}`)

/** The reporter of an event, in either of the two fields. */
const source = (object: ApiObject): string => textAt(object, 'source.component') || textAt(object, 'reportingComponent')

const TEXT_LIMIT = 128
const NOTE_LIMIT = 1024
const OTHER_NAMESPACE = 'does not match event.namespace'

/** The namespace of events about cluster-scoped objects. Events with `eventTime` may also be in the system namespace. */
const CLUSTER = 'default'

/**
 * Whether a time was given. Go compares structs: a zero time in the body has a zone and counts as given, an absent time has
 * none.
 */
const isSet = (holder: JsonObject, field: string): boolean =>
  typeof holder[field] === 'string' || (asWritten(holder, field)?.text ?? '') !== ''

const isTimed = (event: JsonObject): boolean => isSet(event, 'eventTime')

/**
 * The rules of events in both groups. `reporter` is the name that errors of the group give to `reportingComponent`. As in the
 * real server, most errors about events show an empty text as the value.
 */
const common = (reporter: string, system: string): Rule =>
  checkObject((event, place) => {
    const namespace = textAt(event, 'metadata.namespace')
    const involved = textAt(event, 'involvedObject.namespace')
    const path = ['involvedObject', 'namespace']
    if (!isTimed(event)) {
      const agrees = involved === '' ? namespace === CLUSTER : namespace === involved
      if (!agrees) place.invalid(involved, OTHER_NAMESPACE, ...path)
      return
    }
    if (involved === '' && namespace !== CLUSTER && namespace !== system) {
      place.invalid(involved, OTHER_NAMESPACE, ...path)
    }
    const controller = textAt(event, 'reportingComponent')
    if (controller === '') place.required('', reporter)
    for (const fault of qualifiedName(controller)) place.invalid(controller, fault, reporter)
    for (const field of ['reportingInstance', 'action', 'reason']) {
      const value = textAt(event, field)
      if (value === '') place.required('', field)
      if (isLonger(value, TEXT_LIMIT)) place.invalid('', `can have at most ${TEXT_LIMIT} characters`, field)
    }
    if (isLonger(textAt(event, 'message'), NOTE_LIMIT)) {
      place.invalid('', `can have at most ${NOTE_LIMIT} characters`, 'message')
    }
  })

const series: Rule = checkObject(({ series: given }, place) => {
  if (!isObject(given)) return
  if (numberAt(given, 'count') < 2) place.invalid('', 'should be at least 2', 'series', 'count')
  if (!isSet(given, 'lastObservedTime')) place.required('', 'series', 'lastObservedTime')
})

/** Requires the fields of `events.k8s.io/v1`, and refuses the deprecated fields of core events. */
const strict: Rule = checkObject((event, place) => {
  const type = textAt(event, 'type')
  if (!isTimed(event)) place.required('', 'eventTime')
  if (type !== 'Normal' && type !== 'Warning') place.invalid('', `has invalid value: ${type}`, 'type')
  for (const field of ['firstTimestamp', 'lastTimestamp']) {
    if (isSet(event, field)) place.invalid('', 'needs to be unset', field)
  }
  if (numberAt(event, 'count') !== 0) place.invalid('', 'needs to be unset', 'count')
  if (textAt(event, 'source.component') !== '' || textAt(event, 'source.host') !== '') {
    place.invalid('', 'needs to be unset', 'source')
  }
})

const goReference = goStruct('core.ObjectReference', {
  Kind: 'kind',
  Namespace: 'namespace',
  Name: 'name',
  UID: 'uid',
  APIVersion: 'apiVersion',
  ResourceVersion: 'resourceVersion',
  FieldPath: 'fieldPath',
})
const goSource = goStruct('core.EventSource', { Component: 'component', Host: 'host' })
const orEmpty = (show: (value: JsonObject) => string) => (value: Json | undefined) => show(objectOrEmpty(value))

const time = immutableAs(goTime)

/** The fields that may not change. The real server checks `reason` twice. */
const fixed: readonly Rule[] = [
  at('involvedObject', immutableAs(orEmpty(goReference))),
  at('reason', immutableText),
  at('message', immutableText),
  at('source', immutableAs(orEmpty(goSource))),
  at('firstTimestamp', time),
  at('lastTimestamp', time),
  at(
    'count',
    immutableAs((count) => String(count ?? 0)),
  ),
  at('reason', immutableText),
  at('type', immutableText),
  at('eventTime', time),
  at('action', immutableText),
  at('related', immutableAs(shownOrNull(goReference))),
]

const isNewSeries = (event: JsonObject, old: Json | undefined): boolean =>
  !equalJson(event['series'], isObject(old) ? old['series'] : undefined)

const since = (time: Json | undefined, now: number): string =>
  typeof time === 'string' ? humanDuration(now - Date.parse(time)) : '<unknown>'

const firstSeen = (event: ApiObject, now: number): string => since(event['firstTimestamp'] ?? event['eventTime'], now)

function lastSeen(event: ApiObject, now: number): string {
  if (isObject(event['series'])) return since(valueAt(event, 'series.lastObservedTime'), now)
  return event['lastTimestamp'] ? since(event['lastTimestamp'], now) : firstSeen(event, now)
}

function count(event: ApiObject): number {
  return isObject(event['series']) ? numberAt(event, 'series.count') : numberAt(event, 'count') || 1
}

function about(event: ApiObject): string {
  const kind = textAt(event, 'involvedObject.kind').toLowerCase()
  const object = textAt(event, 'involvedObject.name')
  return object === '' ? kind : `${kind}/${object}`
}

function reporter(event: ApiObject): string {
  const host = textAt(event, 'source.host') || textAt(event, 'reportingInstance')
  return host === '' ? source(event) : `${source(event)}, ${host}`
}

const column = (name: string, description: string, cell: Column['cell'], priority = 0): Column => ({
  name,
  type: 'string',
  description,
  priority,
  cell,
})

const columns: readonly Column[] = [
  column('Last Seen', 'The time at which the most recent occurrence of this event was recorded.', lastSeen),
  text('Type', 'Type of this event (Normal, Warning), new types could be added in the future', 'type'),
  text(
    'Reason',
    "This should be a short, machine understandable string that gives the reason for the transition into the object's current status.",
    'reason',
  ),
  text('Object', 'The object that this event is about.', about),
  text(
    'Subobject',
    'If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field access statement, such as desiredState.manifest.containers[2]. For example, if the object reference is to a container within a pod, this would take on a value like: "spec.containers{name}" (where "name" refers to the name of the container that triggered the event) or if no container name is specified "spec.containers[2]" (container with index 2 in this pod). This syntax is chosen only to have some well-defined way of referencing a part of an object.',
    'involvedObject.fieldPath',
    1,
  ),
  text('Source', 'The component reporting this event. Should be a short machine understandable string.', reporter, 1),
  text('Message', 'A human-readable description of the status of this operation.', (event) =>
    textAt(event, 'message').trim(),
  ),
  column(
    'First Seen',
    'The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)',
    firstSeen,
    1,
  ),
  column('Count', 'The number of times this event has occurred.', count, 1),
  { ...name, priority: 1 },
]

const commonRules = (reporter: string): Rule => spelled((spell) => [common(reporter, spell('{system}-system'))])

export const coreEvents = {
  resource: 'events',
  rules: [commonRules('reportingComponent')],
  behaviour: () => ({
    rulesFirst: true,
    metadataChecks: [],
    fieldSelectors: { ...byPath(...reference('involvedObject'), 'reason', 'reportingComponent', 'type'), source },
    columns,
  }),
} satisfies Kind

/** The same objects in `events.{domain}`, which has other names for some fields and stricter rules. */
export const groupEvents = {
  resource: 'events.{domain}/events',
  rules: [commonRules('reportingController'), series, strict],
  updates: [
    commonRules('reportingController'),
    where(isNewSeries, series),
    ...fixed,
    // The errors have this group's name for one field, and the stored names for all others.
    atShown('reportingComponent', 'reportingController', immutableText),
    at('reportingInstance', immutableText),
  ],
  behaviour: () => ({
    nameRule: dnsSubdomain,
    rulesFirst: false,
    beforeMetadata: [
      'involvedObject.namespace',
      'reportingController',
      'reportingInstance',
      'action',
      'reason',
      'message',
    ],
    metadataChecks: ['change'],
    fieldSelectors: byPath(...reference('regarding'), 'reason', 'reportingController', 'type'),
    columns,
  }),
} satisfies Kind
