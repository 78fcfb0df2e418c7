import type { EditorDocument } from '../contracts/documents.ts'
import { reindentedJson } from '../client/indented-json.ts'
import { yamlOptions } from '../client/yaml-options.ts'

/**
 * The text with an indentation of two spaces for each level. Comments, order and the style of values are kept. TypeScript is not
 * changed.
 * @throws Error when the text is not valid in its language
 */
export async function formattedText(text: string, language: EditorDocument['language']): Promise<string> {
  if (language === 'typescript' || text.trim() === '') return text
  if (language === 'json') return `${reindentedJson(text)}\n`
  const { parseAllDocuments } = await import('yaml')
  const documents = parseAllDocuments(text, yamlOptions)
  const parts = [...documents].map((document) => {
    const [fault] = document.errors
    if (fault !== undefined) throw new Error(fault.message)
    document.directives.docStart = null
    return document.toString({ indent: 2, lineWidth: 0, flowCollectionPadding: true })
  })
  return parts.map((part) => part.replace(/\n*$/, '\n')).join('---\n')
}
