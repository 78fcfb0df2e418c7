import type { ApiObject } from '../../worker/api/object.ts'
import { attachTo } from './container-attachment.ts'
import { resourcePath } from './discovery.ts'
import { faultText, isRequestFailure, ServerError } from './failure.ts'
import { knownStates } from './named-watch.ts'
import { chooseContainer } from './pod-containers.ts'
import type { Target } from './selection.ts'
import type { Session } from './session.ts'

/** The states of a pod, the current one first. @throws ServerError when the pod is removed */
export const podStates = (session: Session, target: Target): AsyncGenerator<ApiObject> =>
  knownStates(session, target, removed, '*v1.Pod')

/** kubectl does not name the pod. */
const removed = (): ServerError => new ServerError({ code: 404, reason: 'NotFound', message: 'pods "" not found' })

/** A container to attach to; by default the container that `exec` uses. */
export interface Attached {
  readonly target: Target
  readonly pod: ApiObject
  readonly container?: string
  /** Whether the container has ended, so that only its log can be printed. */
  readonly isOver: boolean
}

/** Attaches to a container, or prints its log when it has ended or when the server refuses to attach. */
export async function attachOrPrintLog(session: Session, attached: Attached): Promise<number | void> {
  const { target, pod, container, isOver } = attached
  if (!isOver)
    try {
      return await attachTo(session, target, pod, container)
    } catch (error) {
      if (!isRequestFailure(error)) throw error
      session.host.stderr(
        `warning: couldn't attach to pod/${target.name}, falling back to streaming logs: ${faultText(error)}\n`,
      )
    }
  const client = await session.client()
  const path = `${resourcePath(target.type, target.namespace, target.name)}/log`
  const query = { container: chooseContainer(session, pod, container ?? '') }
  session.host.stdout(await client.text({ path, query }))
}
