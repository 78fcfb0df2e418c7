import { boundedNumber } from '../../api/numbers.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { equalJson } from '../../patch/json-values.ts'
import { goPointer, goStruct } from '../../api/go-source.ts'
import { age, text } from '../columns.ts'
import { spelledDefault } from '../notation/defaults.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, check, checkObject, holds, invalid, spelled, where } from '../notation/rule.ts'
import { numberAt, textAt, valueAt } from '../path.ts'
import type { Column } from '../behaviour.ts'
import type { Kind } from '../resource.ts'
import { statusRules } from './conditions.ts'
import { CATCH_ALL_LEVEL, zeroShares } from './mandatory-objects.ts'

const EXEMPT = 'exempt'
const CATCH_ALL = 'catch-all'
const SHARES = 30
const QUEUE_LIMIT = 10_000_000
const ENTROPY_LIMIT = 60

const shares = at(
  'nominalConcurrencyShares',
  holds((n) => boundedNumber(n) >= 0, invalid('must be a non-negative integer')),
)
const lendable = at(
  'lendablePercent',
  holds((n) => boundedNumber(n) >= 0 && boundedNumber(n) <= 100, invalid('must be between 0 and 100, inclusive')),
)

/** The number of hash bits by which shuffle sharding deals a hand of queues to a flow of requests. */
const entropyBits = (queues: number, hand: number): number => Math.ceil(Math.log2(queues) * hand)

const queuing = checkObject((value, place) => {
  const queues = numberAt(value, 'queues')
  const hand = numberAt(value, 'handSize')
  const length = numberAt(value, 'queueLengthLimit')
  if (length <= 0) place.invalid(length, 'must be positive', 'queueLengthLimit')
  if (queues <= 0) place.invalid(queues, 'must be positive', 'queues')
  else if (queues > QUEUE_LIMIT) place.invalid(queues, `must not be greater than ${QUEUE_LIMIT}`, 'queues')
  if (hand <= 0) place.invalid(hand, 'must be positive', 'handSize')
  else if (hand > queues) place.invalid(hand, `should not be greater than queues (${queues})`, 'handSize')
  else if (entropyBits(queues, hand) > ENTROPY_LIMIT) {
    const text = `required entropy bits of deckSize ${queues} and handSize ${hand} should not be greater than ${ENTROPY_LIMIT}`
    place.invalid(hand, text, 'handSize')
  }
})

const responseType = checkObject((response, place) => {
  const type = textAt(response, 'type')
  const queues = isObject(response['queuing'])
  if (type === 'Reject') {
    if (queues) place.forbidden('must be nil if limited.limitResponse.type is not Limited', 'queuing')
    return false
  }
  if (type === 'Queue') {
    if (!queues) place.required('must not be empty if limited.limitResponse.type is Limited', 'queuing')
    return queues
  }
  place.notSupported(type, ['Queue', 'Reject'], 'type')
  return false
})

const limited: Rule = all(
  shares,
  at('limitResponse', responseType, at('queuing', queuing)),
  lendable,
  at(
    'borrowingLimitPercent',
    holds((n) => boundedNumber(n) >= 0, invalid('if specified, must be a non-negative integer')),
  ),
)

/** The type of a level decides which of its two parts it has; the rules of the other do not run. */
const parts = checkObject((spec, place) => {
  const type = textAt(spec, 'type')
  const isLimited = isObject(spec['limited'])
  if (type === 'Exempt') {
    if (isLimited) place.forbidden('must be nil if the type is not Limited', 'limited')
  } else if (type === 'Limited') {
    if (isObject(spec['exempt'])) place.forbidden('must be nil if the type is Limited', 'exempt')
    if (!isLimited) place.required('must not be empty when type is Limited', 'limited')
  } else place.notSupported(type, ['Exempt', 'Limited'], 'type')
})

const isOf =
  (type: string) =>
  (spec: JsonObject): boolean =>
    spec['type'] === type

const type = checkObject((level, place) => {
  const given = textAt(level, 'spec.type')
  if ((textAt(level, 'metadata.name') === EXEMPT) !== (given === 'Exempt')) {
    place.invalid(given, "type must be 'Exempt' if and only if name is 'exempt'", 'spec', 'type')
  }
})

const shown = goStruct('flowcontrol.PriorityLevelConfigurationSpec', {
  Type: 'type',
  Limited: ['limited', goPointer('flowcontrol.LimitedPriorityLevelConfiguration')],
  Exempt: ['exempt', goPointer('flowcontrol.ExemptPriorityLevelConfiguration')],
})

const fixed = checkObject((level, place) => {
  const spec = objectOrEmpty(level['spec'])
  if (textAt(level, 'metadata.name') === EXEMPT && (spec['type'] !== 'Exempt' || isObject(spec['limited']))) {
    place.invalidShown(
      shown(spec),
      `spec of '${EXEMPT}' except the 'spec.exempt' field must equal the fixed value`,
      'spec',
    )
  }
  if (textAt(level, 'metadata.name') !== CATCH_ALL || equalJson(CATCH_ALL_LEVEL, level['spec'] ?? null)) return
  place.invalidShown(shown(level['spec']), `spec of '${CATCH_ALL}' must equal the fixed value`, 'spec')
})

const annotation = spelled((spell) => {
  const key = zeroShares(spell)
  return [
    at(
      'metadata.annotations',
      check((value, place) => {
        if (isObject(value) && Object.hasOwn(value, key)) place.forbidden(`annotation '${key}' is forbidden`)
      }),
    ),
  ]
})

const rules: readonly Rule[] = [
  annotation,
  type,
  at(
    'spec',
    parts,
    where(isOf('Exempt'), at('exempt', shares, lendable)),
    where(isOf('Limited'), at('limited', limited)),
  ),
  fixed,
]

const queueDefaults = { queues: 64, handSize: 8, queueLengthLimit: 50 }
const exempt = { nominalConcurrencyShares: 0, lendablePercent: 0 }
const limitDefaults = { lendablePercent: 0, limitResponse: { queuing: queueDefaults } }

/** The default in v1beta3, which cannot distinguish zero from absent: an annotation marks the zero. */
const sharesUnlessKept = spelledDefault((spell) => (_limited, level) => {
  const annotations = level.metadata?.annotations
  return annotations !== undefined && zeroShares(spell) in annotations ? 0 : SHARES
})

/** A column with a number of a level; `<none>` for levels without it. */
const numberColumn = (name: string, description: string, path: string): Column => ({
  ...text(name, description, ''),
  cell: (level: ApiObject) => {
    const value = valueAt(level, path)
    return typeof value === 'number' ? value : '<none>'
  },
})

const QUEUING = 'spec.limited.limitResponse.queuing'

const columns = [
  text(
    'Type',
    '`type` indicates whether this priority level is subject to limitation on request execution.  A value of `"Exempt"` means that requests of this priority level are not subject to a limit (and thus are never queued) and do not detract from the capacity made available to other priority levels.  A value of `"Limited"` means that (a) requests of this priority level _are_ subject to limits and (b) some of the server\'s limited capacity is made available exclusively to this priority level. Required.',
    'spec.type',
  ),
  numberColumn(
    'NominalConcurrencyShares',
    '`nominalConcurrencyShares` (NCS) contributes to the computation of the NominalConcurrencyLimit (NominalCL) of this level. This is the number of execution seats available at this priority level. This is used both for requests dispatched from this priority level as well as requests dispatched from other priority levels borrowing seats from this level. The server\'s concurrency limit (ServerCL) is divided among the Limited priority levels in proportion to their NCS values:\n\nNominalCL(i)  = ceil( ServerCL * NCS(i) / sum_ncs ) sum_ncs = sum[priority level k] NCS(k)\n\nBigger numbers mean a larger nominal concurrency limit, at the expense of every other priority level.\n\nIf not specified, this field defaults to a value of 30.\n\nSetting this field to zero supports the construction of a "jail" for this priority level that is used to hold some request(s)',
    'spec.limited.nominalConcurrencyShares',
  ),
  numberColumn(
    'Queues',
    '`queues` is the number of queues for this priority level. The queues exist independently at each apiserver. The value must be positive.  Setting it to 1 effectively precludes shufflesharding and thus makes the distinguisher method of associated flow schemas irrelevant.  This field has a default value of 64.',
    `${QUEUING}.queues`,
  ),
  numberColumn(
    'HandSize',
    "`handSize` is a small positive number that configures the shuffle sharding of requests into queues.  When enqueuing a request at this priority level the request's flow identifier (a string pair) is hashed and the hash value is used to shuffle the list of queues and deal a hand of the size specified here.  The request is put into one of the shortest queues in that hand. `handSize` must be no larger than `queues`, and should be significantly smaller (so that a few heavy flows do not saturate most of the queues).  See the user-facing documentation for more extensive guidance on setting this field.  This field has a default value of 8.",
    `${QUEUING}.handSize`,
  ),
  numberColumn(
    'QueueLengthLimit',
    '`queueLengthLimit` is the maximum number of requests allowed to be waiting in a given queue of this priority level at a time; excess requests are rejected.  This value must be positive.  If not specified, it will be defaulted to 50.',
    `${QUEUING}.queueLengthLimit`,
  ),
  age,
]

export const priorityLevels = {
  resource: 'flowcontrol.{apiserver}{domain}/prioritylevelconfigurations',
  defaults: { spec: { exempt, limited: { nominalConcurrencyShares: SHARES, ...limitDefaults } } },
  versionDefaults: {
    v1beta3: { spec: { exempt, limited: { nominalConcurrencyShares: sharesUnlessKept, ...limitDefaults } } },
  },
  rules,
  subresourceRules: { status: statusRules },
  behaviour: () => ({ columns }),
} satisfies Kind
