import type { ApiObject } from '../../worker/api/object.ts'
import { isObject } from '../../worker/api/json.ts'
import { quote } from '../../worker/api/go-format.ts'
import { Failure } from './failure.ts'
import { containersOf, specOf } from './pod-specs.ts'
import { logLevel, logLine } from './klog.ts'
import type { Session } from './session.ts'

/** The three lists of containers in a pod's spec, in the order in which messages name them. */
const CONTAINER_LISTS = [
  ['containers', ''],
  ['ephemeralContainers', ' (ephem)'],
  ['initContainers', ' (init)'],
] as const

/** The names of a pod's containers, from all three lists. */
export const containerNames = (pod: ApiObject): string[] =>
  CONTAINER_LISTS.flatMap(([list]) => containersOf(specOf(pod), list).map(({ name }) => String(name)))

/** Each container with the kind of its list: `web, setup (init)`. */
const describedNames = (pod: ApiObject): string =>
  CONTAINER_LISTS.flatMap(([list, suffix]) =>
    containersOf(specOf(pod), list).map(({ name }) => `${String(name)}${suffix}`),
  ).join(', ')

/** The container that an annotation of the pod names, and whether the pod has it; undefined without the annotation. */
export function annotatedContainer(
  { host }: Session,
  pod: ApiObject,
): { readonly name: string; readonly exists: boolean } | undefined {
  const name = pod.metadata?.annotations?.[host.dialect.spell('{cli}.{labels}/default-container')]
  return name === undefined || name === '' ? undefined : { name, exists: containerNames(pod).includes(name) }
}

/**
 * The first container of a pod. Unless `isQuiet`, prints the name when the pod has several, by default to standard
 * error.
 */
export function firstContainer({ host }: Session, pod: ApiObject, isQuiet: boolean, out = host.stderr): string {
  const name = containerNames(pod)[0] ?? ''
  if (!isQuiet && containerNames(pod).length > 1)
    out(`Defaulted container ${quote(name)} out of: ${describedNames(pod)}\n`)
  return name
}

/** The named container, the container of an annotation, or the first. @throws Failure for an unknown name */
export function chooseContainer(session: Session, pod: ApiObject, name: string, out = session.host.stderr): string {
  if (name === '') {
    const annotated = annotatedContainer(session, pod)
    const isLogged = logLevel(session.flags, 'podcmd') >= 4
    const log = (line: number, text: string) => isLogged && logLine(session.host, 'I', `podcmd.go:${line}`, text)
    if (annotated?.exists === true) {
      log(76, `Defaulting container name from annotation ${annotated.name}`)
      return annotated.name
    }
    if (annotated !== undefined)
      log(79, `Default container name from annotation ${annotated.name} was not found in the pod`)
    const first = firstContainer(session, pod, session.flags.boolean('quiet'), out)
    log(88, `Defaulting container name to ${first}`)
    return first
  }
  if (!containerNames(pod).includes(name))
    throw new Failure(`container ${name} not found in pod ${pod.metadata?.name ?? ''}`)
  return name
}

/** The phase of a pod: `Pending`. */
export const phaseOf = ({ status }: ApiObject): string => (isObject(status) ? String(status.phase ?? '') : '')

export const hasEnded = (pod: ApiObject): boolean => ['Succeeded', 'Failed'].includes(phaseOf(pod))

/** @throws Failure for a pod that has ended */
export function requireUnended(pod: ApiObject, action: 'attach' | 'exec into'): void {
  if (hasEnded(pod))
    throw new Failure(`cannot ${action} a container in a completed pod; current phase is ${phaseOf(pod)}`)
}
