import type { Json } from '../../worker/api/json.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

export type ReadText = { readonly value: Json } | { readonly fault: string }

/** The first document of a YAML text; null for an empty text. */
export async function readYamlText(text: string): Promise<ReadText> {
  const { readYaml } = await import('../../worker/codec/yaml-reader.ts')
  try {
    const { value } = await readYaml(text)
    return { value: value ?? null }
  } catch (error) {
    return { fault: errorMessage(error) }
  }
}
