import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import type { JsonSchema } from '../schema/custom/json-schema.ts'
import type { ConversionWebhook } from './webhook-conversion.ts'

/** A CustomResourceDefinition as the server stores it: decoded, with defaults. */
export interface Definition extends ApiObject {
  readonly spec: DefinitionSpec
  readonly status?: DefinitionStatus
}

interface DefinitionSpec extends JsonObject {
  readonly group: string
  readonly names: Names
  readonly scope: string
  readonly versions: DefinitionVersion[]
  readonly conversion?: { readonly strategy: string; readonly webhook?: ConversionWebhook }
  readonly preserveUnknownFields?: boolean
}

export interface DefinitionStatus extends JsonObject {
  readonly conditions?: Condition[] | null
  readonly acceptedNames?: Names
  readonly storedVersions?: string[] | null
}

export interface Names extends JsonObject {
  readonly plural: string
  readonly singular?: string
  readonly shortNames?: string[]
  readonly kind: string
  readonly listKind?: string
  readonly categories?: string[]
}

export interface Condition extends JsonObject {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime: string | null
  readonly reason: string
  readonly message: string
}

export interface DefinitionVersion extends JsonObject {
  readonly name: string
  readonly served: boolean
  readonly storage: boolean
  readonly deprecated?: boolean
  readonly deprecationWarning?: string
  readonly schema?: { openAPIV3Schema?: JsonSchema & JsonObject }
  readonly subresources?: {
    status?: JsonObject
    scale?: { specReplicasPath: string; statusReplicasPath: string; labelSelectorPath?: string }
  }
  readonly additionalPrinterColumns?: PrinterColumn[]
}

export interface PrinterColumn extends JsonObject {
  readonly name: string
  readonly type: string
  readonly format?: string
  readonly description?: string
  readonly priority?: number
  readonly jsonPath: string
}

export const conditionOf = ({ status }: Definition, type: string): Condition | undefined =>
  status?.conditions?.find((condition) => condition.type === type)

export const isEstablished = (definition: Definition): boolean =>
  conditionOf(definition, 'Established')?.status === 'True'

export const isTerminating = ({ metadata }: Definition): boolean => metadata?.deletionTimestamp !== undefined

/** Whether creates are refused: from the deletion until the objects are gone, although other finalizers may hold the definition. */
export const refusesCreates = (definition: Definition): boolean =>
  conditionOf(definition, 'Terminating')?.status === 'True'
