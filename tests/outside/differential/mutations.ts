import type { Case, Step } from '../../conformance/case.ts'
import { isMembers } from '../../conformance/json-path.ts'
import { type Dice, pickFrom } from '../../fuzz/dice.ts'
import { changedBody } from './body-mutations.ts'
import type { ValuePool } from './value-pool.ts'

const list = (text: string): readonly string[] => text.split('|')

const ACCEPTS = list(
  'application/json|application/yaml|application/json;as=Table;g=meta.k8s.io;v=v1|application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1|application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1|application/json;as=Table;g=meta.k8s.io;v=v1beta1|text/plain|*/*|application/yaml;as=Table;g=meta.k8s.io;v=v1|application/json;pretty=1|application/vnd.kubernetes.protobuf,application/json',
)
const QUERIES = list(
  'dryRun=All|dryRun=x|fieldValidation=Strict|fieldValidation=Warn|fieldValidation=Ignore|fieldValidation=x|fieldManager=other|fieldManager=%00|pretty=true|pretty=false|limit=1|limit=x|resourceVersion=0|resourceVersion=1|resourceVersion=x|resourceVersionMatch=Exact|resourceVersionMatch=NotOlderThan&resourceVersion=1|labelSelector=a%3Db|labelSelector=a%20in%20(|labelSelector=!a|labelSelector=a%3Db;c|fieldSelector=metadata.name%3Da|fieldSelector=status.phase%3DRunning|fieldSelector=spec.nodeName%3Da|fieldSelector=a%3Db|fieldSelector=metadata.namespace!%3Dx|fieldSelector=metadata.name|continue=x|timeoutSeconds=1|timeoutSeconds=x|timeout=1s|timeout=x|timeout=0|gracePeriodSeconds=0|gracePeriodSeconds=-1|gracePeriodSeconds=x|propagationPolicy=Foreground|propagationPolicy=Orphan|propagationPolicy=x|orphanDependents=true|force=true|force=x|includeObject=Object|includeObject=None|includeObject=x|allowWatchBookmarks=true|sendInitialEvents=true|watch=0|%zz=1|a=b;c=d|dryRun=All&dryRun=All|dryRun|ignoreStoreReadErrorWithClusterBreakingPotential=true|=x|pretty=x|exact=true|export=true',
)
const SUBRESOURCES = list(
  'status|scale|ephemeralcontainers|binding|eviction|token|approval|finalize|log|exec|resize|proxy|x|',
)
const USERS = list('alice|bob|admin|carol|nobody')
const BODY_TYPES = list(
  'application/json|application/yaml|application/json; charset=utf-8|text/plain|application/merge-patch+json|application/strategic-merge-patch+json|application/json-patch+json|application/apply-patch+yaml|application/vnd.kubernetes.protobuf|application/x-www-form-urlencoded||a/b;c|application/JSON',
)

/** Changes a step, and describes the change; undefined when the mutation does not fit the step. */
type Mutation = (dice: Dice, step: Step, pool: ValuePool) => { readonly step: Step; readonly what: string } | undefined

const withHeader = (step: Step, name: string, value: string): Step => ({
  ...step,
  headers: { ...(step.headers as Record<string, string> | undefined), [name]: value },
})

const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`

const nameOf = (body: unknown): string => {
  const metadata = isMembers(body) ? body['metadata'] : undefined
  const name = isMembers(metadata) ? metadata['name'] : undefined
  return typeof name === 'string' ? name : 'a'
}

const itemPath = (path: string, body: unknown): string => {
  const [place = '', query] = path.split('?')
  return `${place}/${nameOf(body)}${query === undefined ? '' : `?${query}`}`
}

const body: Mutation = (dice, step, pool) => {
  const changed = changedBody(dice, step.body, pool)
  return changed && { step: { ...step, body: changed.body }, what: `body ${changed.what}` }
}

const twice: Mutation = (dice, step, pool) => {
  const once = body(dice, step, pool)
  const again = once && body(dice, once.step, pool)
  return again && { step: again.step, what: `${once.what}, ${again.what}` }
}

const accept: Mutation = (dice, step) => {
  const value = pickFrom(dice, ACCEPTS)
  return { step: withHeader(step, 'Accept', value), what: `accept ${value}` }
}

const query: Mutation = (dice, step) => {
  const value = pickFrom(dice, QUERIES)
  return { step: { ...step, path: withQuery(step.path ?? '', value) }, what: `query ${value}` }
}

const subresource: Mutation = (dice, step) => {
  const value = pickFrom(dice, SUBRESOURCES)
  const [place = '', search] = (step.path ?? '').split('?')
  const path = `${place.replace(/\/(status|scale|binding|eviction|finalize|approval)$/, '')}/${value}${search === undefined ? '' : `?${search}`}`
  return { step: { ...step, path }, what: `subresource ${value}` }
}

const user: Mutation = (dice, step) => {
  const value = pickFrom(dice, USERS)
  return { step: { ...step, as: value }, what: `as ${value}` }
}

const verb: Mutation = (dice, step) => {
  const path = step.path ?? ''
  if (!isMembers(step.body) || Array.isArray(step.body)) {
    const method = pickFrom(dice, list('GET|DELETE|POST|PUT|PATCH|HEAD|OPTIONS'))
    return { step: { ...step, method }, what: `method ${method}` }
  }
  const item = step.method === 'POST' ? itemPath(path, step.body) : path
  const choice = dice.below(6)
  if (choice === 0) return { step: { ...step, method: 'PUT', path: item }, what: 'as PUT' }
  if (choice === 1 && step.method !== 'POST')
    return {
      step: { ...step, method: 'POST', path: path.replace(/\/[^/?]+(\?|$)/, '$1'), type: 'application/json' },
      what: 'as POST',
    }
  const type = pickFrom(
    dice,
    list('application/merge-patch+json|application/strategic-merge-patch+json|application/apply-patch+yaml'),
  )
  const applied = type.includes('apply')
    ? withQuery(item, dice.chance(0.5) ? 'fieldManager=m' : 'fieldManager=n&force=true')
    : item
  return { step: { ...step, method: 'PATCH', path: applied, type }, what: `as ${type}` }
}

const contentType: Mutation = (dice, step) => {
  const type = pickFrom(dice, BODY_TYPES)
  return { step: { ...step, type }, what: `type ${type}` }
}

const MUTATIONS: readonly (readonly [number, Mutation])[] = [
  [10, body],
  [4, twice],
  [2, accept],
  [3, query],
  [1, subresource],
  [1, user],
  [4, verb],
  [1, contentType],
]

const weighted = MUTATIONS.flatMap(([weight, mutation]) => Array.from({ length: weight }, () => mutation))

/** Whether the answer to a step follows at once from the requests before. */
export const isPlain = (step: Step): boolean =>
  step.path !== undefined && !step.until && !step.background && !step.watch && !step.cert

/** Whether a case can be mutated: it has a plain step, and none of its steps waits. */
export const isMutable = (c: Case): boolean =>
  c.steps.some(isPlain) &&
  c.steps.every(({ until, background, sleep, join }) => !(until ?? background ?? sleep ?? join))

/** A copy of a case with up to three changes of its steps, and sometimes without one step. */
export function mutant(dice: Dice, c: Case, pool: ValuePool, number: number): Case & { readonly what: string } {
  const plain = [...c.steps.entries()].filter(([, step]) => isPlain(step))
  const steps = [...c.steps]
  const done: string[] = []
  for (let changes = dice.pick([1, 1, 2, 3]); changes > 0; changes--) {
    const [at] = pickFrom(dice, plain)
    const changed = pickFrom(dice, weighted)(dice, steps[at] as Step, pool)
    if (changed === undefined) continue
    steps[at] = { ...changed.step, only: undefined, ignore: undefined }
    done.push(`${at}: ${changed.what}`)
  }
  if (dice.chance(0.1)) {
    const [at] = pickFrom(dice, plain)
    steps.splice(at, 1)
    done.push(`${at}: dropped`)
  }
  return { ...c, name: c.hooks ? c.name : `${c.name}-${number}`, steps, what: done.join('; ') }
}

export interface Variant extends Step {
  /** The change; absent on a recorded step. */
  readonly what?: string
}

const isWrite = ({ method = 'GET' }: Step): boolean => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)
const DRY = /[?&]dryRun/

/** A dry run, so that the later steps find what they found when they were recorded. */
function dry(step: Step): Step {
  if (!isWrite(step) || DRY.test(step.path ?? '')) return step
  const { body } = step
  const isOptions = step.method === 'DELETE' && isMembers(body) && !Array.isArray(body)
  return {
    ...step,
    path: withQuery(step.path ?? '', 'dryRun=All'),
    ...(isOptions ? { body: { ...body, dryRun: ['All'] } } : {}),
  }
}

/** A case with changed copies of each plain step before the step itself. Writes among the copies are dry runs. */
export function exploded(dice: Dice, c: Case, pool: ValuePool, perStep: number): Case {
  const steps: Variant[] = []
  for (const step of c.steps) {
    if (isPlain(step))
      for (let i = 0; i < perStep; i++) {
        const changed = pickFrom(dice, weighted)(dice, step, pool)
        if (changed === undefined) continue
        const { save: _save, only: _only, ignore: _ignore, ...rest } = changed.step
        const variant = dry(rest)
        if (isWrite(variant) && !DRY.test(variant.path ?? '')) continue
        steps.push({ ...variant, expect: undefined, what: changed.what })
      }
    steps.push(step)
  }
  return { ...c, steps }
}
