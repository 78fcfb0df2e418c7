import type { Json } from '../../../worker/api/json.ts'
import { stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { kindName } from '../discovery.ts'
import { Failure } from '../failure.ts'
import type { FlagValues } from '../flags.ts'
import { FileError, readText } from '../host.ts'
import type { Host } from '../host.ts'
import { goFloat, goSyntax, goText } from '../../../worker/api/go-format.ts'
import { goJson } from '../../../worker/api/go-json.ts'
import { yamlText } from './yaml-text.ts'
import { ExecutionError } from '../go-template/execution-error.ts'
import { compactOrderedJson, indentedJson } from './json.ts'
import { errorMessage } from '../../../worker/runtime/error-message.ts'
import { lookupTable } from '../../../worker/runtime/lookup-table.ts'

/** Prints one object, or a `List` of several. It may throw after printing a part. */
export type ObjectPrinter = (object: ApiObject, out: (text: string) => void) => void

/**
 * The printer of `-o`; undefined when the flag is absent, empty or names a format of tables. A template counts only
 * without the flag. For a JSONPath, kubectl reads the JSON of a Go struct (`isStruct`), so numbers become floats.
 */
export async function objectPrinter(
  host: Host,
  flags: FlagValues,
  formats: readonly string[],
  isStruct = false,
): Promise<ObjectPrinter | undefined> {
  const isTemplate = !flags.given('output') && flags.text('template') !== ''
  return printerOf(host, flags, { output: isTemplate ? 'go-template' : flags.text('output'), formats, isStruct })
}

interface Requested {
  readonly output: string
  readonly formats: readonly string[]
  readonly isStruct?: boolean
}

/** The printer of the format `output`; undefined when it is empty or a format of tables. */
export async function printerOf(
  host: Host,
  flags: FlagValues,
  { output, formats, isStruct = false }: Requested,
): Promise<ObjectPrinter | undefined> {
  if (output === '') return undefined
  const template = flags.text('template')
  const at = output.indexOf('=')
  const format = at < 0 ? output : output.slice(0, at)
  const argument = at < 0 ? template : output.slice(at + 1)
  const plain = PLAIN[output.toLowerCase()]
  if (plain !== undefined && formats.includes(output.toLowerCase()))
    return plain(output.toLowerCase() !== 'name' && !flags.boolean('show-managed-fields'))
  // With --template, a format takes no argument after `=`.
  const isTemplate = formats.includes(format) && (at < 0 || template === '')
  const made = isTemplate ? TEMPLATES[format] : undefined
  if (made !== undefined) {
    if (argument === '') throw new Failure('template format specified but no template given')
    const text = format.endsWith('file') ? await readTemplate(host, argument) : argument
    return made(text, { allowMissingKeys: flags.boolean('allow-missing-template-keys'), isStruct })
  }
  if (output === 'wide' && formats.includes(output)) return undefined
  throw new Failure(
    `unable to match a printer suitable for the output format ${JSON.stringify(output)}, allowed formats are: ${[...formats].sort().join(',')}`,
  )
}

/** Written between YAML documents. */
export const DOCUMENT_SEPARATOR = '---\n'

type Prepare = (hideManagedFields: boolean) => ObjectPrinter

const PLAIN = lookupTable<Prepare>({
  json: (hide) => (object, out) => out(`${indentedJson(hide ? withoutManagedFields(object) : object)}\n`),
  yaml: (hide) => {
    let documents = 0
    return (object, out) => {
      if (documents++ > 0) out(DOCUMENT_SEPARATOR)
      out(yamlText(hide ? withoutManagedFields(object) : object))
    }
  },
  name: () => (object, out) => {
    for (const item of itemsOf(object)) out(`${nameOf(item)}\n`)
  },
})

interface TemplateOptions {
  readonly allowMissingKeys: boolean
  readonly isStruct: boolean
}

const TEMPLATES = lookupTable<(text: string, options: TemplateOptions) => ObjectPrinter | Promise<ObjectPrinter>>({
  jsonpath: jsonPathPrinter,
  'jsonpath-file': jsonPathPrinter,
  'jsonpath-as-json': jsonPathJsonPrinter,
  'go-template': goTemplatePrinter,
  'go-template-file': goTemplatePrinter,
  template: goTemplatePrinter,
  templatefile: goTemplatePrinter,
})

async function readTemplate(host: Host, path: string): Promise<string> {
  try {
    return await readText(host.files, path)
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    throw new Failure(`error reading --template ${path}, ${error.message}`)
  }
}

async function jsonPath(text: string, allowMissingKeys: boolean) {
  const { compileJsonPath } = await import('../../../worker/api/jsonpath/jsonpath.ts')
  try {
    return compileJsonPath(text, allowMissingKeys)
  } catch (error) {
    throw new Failure(`error parsing jsonpath ${text}, ${errorMessage(error)}`)
  }
}

async function jsonPathPrinter(text: string, { allowMissingKeys, isStruct }: TemplateOptions): Promise<ObjectPrinter> {
  const path = await jsonPath(text, allowMissingKeys)
  const spell = isStruct ? goFloat : undefined
  return (object, out) => out(executing(text, object, () => path.print(object, spell)))
}

async function jsonPathJsonPrinter(text: string, { allowMissingKeys }: TemplateOptions): Promise<ObjectPrinter> {
  const path = await jsonPath(text, allowMissingKeys)
  return (object, out) => {
    for (const results of executing(text, object, () => path.find(object))) out(`${indentedJson(results as Json[])}\n`)
  }
}

function executing<T>(text: string, object: ApiObject, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const why = errorMessage(error)
    throw new Failure(
      `error executing jsonpath ${JSON.stringify(text)}: Error executing template: ${why}. Printing more information for debugging the template:\n\ttemplate was:\n\t\t${text}\n\tobject given to jsonpath engine was:\n\t\t${goSyntax(object)}\n\n\n`,
    )
  }
}

async function goTemplatePrinter(
  text: string,
  { allowMissingKeys, isStruct }: TemplateOptions,
): Promise<ObjectPrinter> {
  const { compileGoTemplate } = await import('../go-template/go-template.ts')
  let template: (data: Json) => string
  try {
    template = compileGoTemplate(text, allowMissingKeys)
  } catch (error) {
    throw new Failure(`error parsing template ${text}, ${errorMessage(error)}`)
  }
  return (object, out) => {
    try {
      out(template(object))
    } catch (error) {
      const why = errorMessage(error)
      if (error instanceof ExecutionError) out(error.output)
      out(
        `Error executing template: ${why}. Printing more information for debugging the template:\n\ttemplate was:\n\t\t${text}\n\traw data was:\n\t\t${isStruct ? compactOrderedJson(object) : goJson(object)}\n\tobject given to template engine was:\n\t\t${goText(object)}\n\n`,
      )
      throw new Failure(`error executing template ${JSON.stringify(text)}: ${why}`)
    }
  }
}

/** The object without its managedFields. A list keeps its metadata, and its items lose their managedFields. */
export function withoutManagedFields(object: ApiObject): ApiObject {
  const { items } = object
  if (Array.isArray(items)) return { ...object, items: items.map((item) => withoutManagedFields(item as ApiObject)) }
  if (object.metadata?.managedFields === undefined) return object
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}

export function itemsOf(object: ApiObject): readonly ApiObject[] {
  return Array.isArray(object.items) ? (object.items as ApiObject[]) : [object]
}

/** The type and name of an object: `deployment.apps/web`. */
export function nameOf(object: ApiObject): string {
  const { metadata } = object
  const [apiVersion, kind] = [stringOrEmpty(object.apiVersion), stringOrEmpty(object.kind)]
  const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : ''
  return `${kindName({ kind, group })}/${stringOrEmpty(metadata?.name) || '<unknown>'}`
}
