import type { Json } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { readYaml } from '../../worker/codec/yaml-reader.ts'
import { Failure, Failures } from './failure.ts'

/** An object of a file and what the file is called in messages. */
export interface Manifest {
  readonly object: ApiObject
  readonly source: string
}

/** The objects of a text in YAML or JSON; lists are taken apart. */
export async function objectsOf(source: string, text: string): Promise<Manifest[]> {
  const found: Manifest[] = []
  for (const document of splitDocuments(text)) {
    let value: Json
    try {
      value = (await readYaml(document)).value
    } catch (error) {
      throw new Failure(
        `error parsing ${source}: error converting YAML to JSON: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
    if (value !== null) found.push(...unpack(source, value))
  }
  return found
}

/** A document ends at a line that begins with `---`; what else stands on that line does not count. */
export function splitDocuments(text: string): string[] {
  return text.split(/^---.*$/m).filter((document) => document.trim() !== '')
}

function unpack(source: string, document: Json): Manifest[] {
  if (!isObject(document))
    throw new Failures([
      new Failure(
        `unable to decode ${JSON.stringify(source)}: json: cannot unmarshal ${typeof document} into an object`,
      ),
    ])
  if (document.kind === undefined || document.kind === '')
    throw new Failure(
      `unable to decode ${JSON.stringify(source)}: Object 'Kind' is missing in '${JSON.stringify(document)}'`,
    )
  if (typeof document.kind === 'string' && document.kind.endsWith('List') && Array.isArray(document.items))
    return document.items.flatMap((item) => unpack(source, item))
  return [{ object: document, source }]
}
