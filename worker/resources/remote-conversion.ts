import type { ApiObject } from '../api/object.ts'
import type { Stored } from '../store/store.ts'

/** Converts custom resources from and to one version by a webhook: the `remote` of that `CustomVersion`. */
export interface RemoteConversion {
  /**
   * Converts a stored object of another version to this version; undefined when `CustomVersion.fromStored` can convert it
   * without the webhook.
   * @throws plainError() when the webhook fails
   */
  show(stored: ApiObject): Promise<ApiObject> | undefined
  /** `show` for a state of the history, which is converted once for all watchers. */
  showToWatchers(stored: Stored): Promise<ApiObject> | undefined
  /** Converts an object of this version to another one, `g/v1`. @throws plainError() when the webhook fails */
  convert(object: ApiObject, apiVersion: string): Promise<ApiObject>
}
