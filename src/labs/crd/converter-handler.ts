import { isObject, type Json } from '../../../worker/api/json.ts'
import type { DocumentFiles } from '../../contracts/documents.ts'
import { handlerStem, hasLiteral } from '../handler-stem.ts'

/** The webhook that the conversion of a definition calls, when a handler can serve it. */
export interface Converter {
  /** The namespace and name of the Service: `default/rooms`. */
  readonly service: string
  /** The path of the webhook: `/convert`. */
  readonly path: string
}

const member = (value: Json | undefined, name: string): Json | undefined => (isObject(value) ? value[name] : undefined)

/** The converter of a definition; undefined when the definition names no webhook, or a webhook outside the cluster. */
export function converterOf(definition: Json): Converter | undefined {
  const webhook = member(member(member(definition, 'spec'), 'conversion'), 'webhook')
  const config = member(webhook, 'clientConfig')
  const [service, url] = [member(config, 'service'), member(config, 'url')]
  const [namespace, name, path = '/'] = ['namespace', 'name', 'path'].map((key) => member(service, key))
  if (typeof namespace === 'string' && typeof name === 'string')
    return { service: `${namespace}/${name}`, path: String(path) }
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined
  const { hostname, pathname } = new URL(url)
  const [, host, space] = /^([^.]+)\.([^.]+)\.svc$/.exec(hostname) ?? []
  return host === undefined ? undefined : { service: `${space}/${host}`, path: pathname }
}

/**
 * The code of a handler that converts objects. The names in it come from a document, which another person may have
 * written, so the code contains each of them as one string literal.
 */
export const converterCode = ({
  service,
  path,
}: Converter): string => `// Converts objects between the versions of a definition.
// Here, v1 has the field \`beds\`, and v2 has \`places\` with the same meaning.
export default {
  kind: 'webhook',
  service: ${JSON.stringify(service)},
  routes: {
    ${JSON.stringify(path)}: {
      convert(object, desiredAPIVersion) {
        const { beds, places, ...rest } = object.spec ?? {}
        const count = beds ?? places
        const spec = desiredAPIVersion.endsWith('/v1') ? { ...rest, beds: count } : { ...rest, places: count }
        return { ...object, apiVersion: desiredAPIVersion, spec }
      },
    },
  },
}
`

/** Writes the handler and opens it. A handler of the same Service is kept. */
export function writeConverter(documents: DocumentFiles, converter: Converter): void {
  const file = `${handlerStem(documents, 'converter', (code) => hasLiteral(code, converter.service))}.handler.ts`
  if (documents.read(file) === undefined) documents.write(file, converterCode(converter))
  documents.open(file)
}
