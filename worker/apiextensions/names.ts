import { quote } from '../api/go-format.ts'
import type { Condition, Definition, DefinitionStatus, Names } from './definition.ts'
import { conditionOf } from './definition.ts'
import { withCondition } from '../api/condition.ts'

interface Verdict {
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message: string
}

const ACCEPTED: Verdict = { status: 'True', reason: 'NoConflicts', message: 'no conflicts found' }
const ESTABLISHED: Verdict = {
  status: 'True',
  reason: 'InitialNamesAccepted',
  message: 'the initial names have been accepted',
}
const WAITING: Verdict = { status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' }

/**
 * Accepts each name that no other definition of the group has. When all names are accepted, the definition becomes
 * established and stays so.
 */
export function acceptNames(definition: Definition, group: readonly Definition[], now: string): DefinitionStatus {
  const { names: wanted } = definition.spec
  const status = definition.status ?? {}
  const accepted = status.acceptedNames ?? { plural: '', kind: '' }
  const { names, verdict } = settle(wanted, accepted, takenIn(group))
  const before = conditionOf(definition, 'Established')
  const next = verdict.status === 'True' ? ESTABLISHED : WAITING
  const established = before?.status === 'True' ? before : next
  const conditions = withVerdict(
    withVerdict(status.conditions ?? [], 'NamesAccepted', verdict, now),
    'Established',
    established,
    now,
  )
  return { ...status, conditions, acceptedNames: names }
}

interface Taken {
  readonly resources: ReadonlySet<string>
  readonly kinds: ReadonlySet<string>
}

function takenIn(group: readonly Definition[]): Taken {
  const names = group.flatMap(({ status }) => status?.acceptedNames ?? [])
  return {
    resources: new Set(
      names.flatMap(({ plural, singular = '', shortNames = [] }) => [plural, singular, ...shortNames]),
    ),
    kinds: new Set(names.flatMap(({ kind, listKind = '' }) => [kind, listKind])),
  }
}

/** Chooses the accepted names. The conflict of a later name hides the conflicts of earlier names, as in the real server. */
function settle(wanted: Names, accepted: Names, taken: Taken): { names: Names; verdict: Verdict } {
  let verdict = ACCEPTED
  const isFree = (reason: string, name: string, own: string, used: ReadonlySet<string>): boolean => {
    if (name === own || !used.has(name)) return true
    verdict = { status: 'False', reason, message: inUse(name) }
    return false
  }
  const choose = (field: 'plural' | 'singular' | 'kind' | 'listKind', reason: string, used: ReadonlySet<string>) => {
    const [name, own] = [wanted[field] ?? '', accepted[field] ?? '']
    return isFree(reason, name, own, used) ? name : own
  }
  const plural = choose('plural', 'PluralConflict', taken.resources)
  const singular = choose('singular', 'SingularConflict', taken.resources)
  const shortNames = chooseShortNames(
    wanted.shortNames ?? [],
    accepted.shortNames ?? [],
    taken.resources,
    (message) => {
      verdict = { status: 'False', reason: 'ShortNamesConflict', message }
    },
  )
  const kind = choose('kind', 'KindConflict', taken.kinds)
  const listKind = choose('listKind', 'ListKindConflict', taken.kinds)
  const names: Names = {
    plural,
    ...(singular !== '' && { singular }),
    ...(shortNames.length > 0 && { shortNames: [...shortNames] }),
    kind,
    ...(listKind !== '' && { listKind }),
    ...(wanted.categories && { categories: wanted.categories }),
  }
  return { names, verdict }
}

const inUse = (name: string): string => `${quote(name)} is already in use`

function chooseShortNames(
  wanted: readonly string[],
  own: readonly string[],
  used: ReadonlySet<string>,
  conflict: (message: string) => void,
): readonly string[] {
  const faults = wanted.filter((name) => !own.includes(name) && used.has(name)).map(inUse)
  const [first] = faults
  if (first === undefined) return wanted
  conflict(faults.length === 1 ? first : `[${faults.join(', ')}]`)
  return own
}

/** Sets a condition; `lastTransitionTime` changes only together with `status`. */
export const withVerdict = (
  conditions: readonly Condition[],
  type: string,
  { status, reason, message }: Verdict | Condition,
  now: string,
): Condition[] => withCondition(conditions, { type, status, lastTransitionTime: now, reason, message })
