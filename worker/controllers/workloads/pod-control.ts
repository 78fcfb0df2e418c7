import { isNamespaceTerminating } from '../client/namespace-terminating.ts'
import type { Json } from '../../api/json.ts'
import { copyJson, objectOrEmpty } from '../../api/json.ts'
import type { ApiObject, ObjectMeta } from '../../api/object.ts'
import type { EventRecorder } from '../client/event-recorder.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import type { ObjectClient } from '../client/object-client.ts'
import { PODS } from '../kinds.ts'
import { controllerReference } from '../object-parts.ts'
import { errorMessage } from '../../runtime/error-message.ts'

/** Creates and deletes pods for their controller and records events about the controller. */
export interface PodControl {
  /**
   * Creates a pod that the owner controls, in its namespace; records `SuccessfulCreate`, or `FailedCreate` with the
   * error.
   * @param generateName default: the name of the owner and a dash
   */
  create(owner: ApiObject, template: Json | undefined, generateName?: string): Promise<ApiObject>
  /** Records `SuccessfulDelete`, or `FailedDelete` with the error. */
  delete(owner: ApiObject, pod: ApiObject): Promise<void>
}

export function podControl(objects: ObjectClient, recorder: EventRecorder): PodControl {
  return {
    async create(owner, template, generateName = `${owner.metadata?.name}-`) {
      const pod = podFromTemplate(template, owner)
      if (pod.metadata?.labels === undefined) throw new Error('unable to create pods, no labels')
      try {
        const made = await objects.create(PODS, { ...pod, metadata: { ...pod.metadata, generateName } })
        recorder.event(owner, 'Normal', 'SuccessfulCreate', `Created pod: ${made.metadata?.name}`)
        return made
      } catch (error) {
        // A terminating namespace deletes the owner too, so the failure needs no event.
        if (!isNamespaceTerminating(error)) {
          recorder.event(owner, 'Warning', 'FailedCreate', `Error creating: ${errorMessage(error)}`)
        }
        throw error
      }
    },
    async delete(owner, pod) {
      const place = namespacedName(pod)
      try {
        await objects.delete(PODS, place)
      } catch (error) {
        recorder.event(owner, 'Warning', 'FailedDelete', `Error deleting: ${errorMessage(error)}`)
        throw new Error(`unable to delete pods: ${errorMessage(error)}`, { cause: error })
      }
      recorder.event(owner, 'Normal', 'SuccessfulDelete', `Deleted pod: ${place.name}`)
    },
  }
}

/**
 * Creates a pod as `control.create` does, but without an error in a terminating namespace: the deletion of the namespace ends the
 * owner too.
 */
export async function createPod(
  control: PodControl,
  owner: ApiObject,
  template: Json | undefined,
  generateName?: string,
): Promise<void> {
  try {
    await control.create(owner, template, generateName)
  } catch (error) {
    if (!isNamespaceTerminating(error)) throw error
  }
}

/** The pod of a template. `owner` controls the pod, which has the owner's namespace and no name. */
export function podFromTemplate(template: Json | undefined, owner: ApiObject): ApiObject {
  const { metadata, spec } = objectOrEmpty(template)
  const { labels, annotations, finalizers }: ObjectMeta = objectOrEmpty(metadata)
  return {
    metadata: {
      namespace: owner.metadata?.namespace,
      ...(labels !== undefined && { labels }),
      ...(annotations !== undefined && { annotations }),
      ownerReferences: [controllerReference(owner)],
      ...(finalizers !== undefined && { finalizers }),
    },
    ...(spec !== undefined && { spec: copyJson(spec) }),
  }
}
