import type { ApiObject } from '../api/object.ts'
import type { Stored } from '../store/store.ts'

/** The conversion of custom resources by a webhook, from and to the version that holds this object. */
export interface RemoteConversion {
  /**
   * A stored object of another version in this version; undefined when `CustomVersion.fromStored` needs no webhook for it.
   * @throws plainError() when the webhook fails
   */
  show(stored: ApiObject): Promise<ApiObject> | undefined
  /** `show` for a state of the history, which is converted once for all watchers. */
  follow(stored: Stored): Promise<ApiObject> | undefined
  /** An object of this version in another one, `g/v1`. @throws plainError() when the webhook fails */
  convert(object: ApiObject, apiVersion: string): Promise<ApiObject>
}
