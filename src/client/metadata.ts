import { dialects } from '../../worker/dialect/dialect.ts'
import type { ApiConnection } from './api-connection.ts'

/** The Accept headers that request metadata only. */
export function metadataAccept(cluster: ApiConnection): { list: string; watch: string } {
  const group = dialects[cluster.info.dialect].spell('meta.{domain}')
  const form = (kind: string): string => `application/json;as=${kind};g=${group};v=v1,application/json`
  return { list: form('PartialObjectMetadataList'), watch: form('PartialObjectMetadata') }
}
