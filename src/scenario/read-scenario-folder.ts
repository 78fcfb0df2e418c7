import { stringify } from 'yaml'
import { isObject } from '../../worker/api/json.ts'
import { yamlOptions } from '../client/yaml-options.ts'
import { PlacedYaml } from './placed-yaml.ts'
import type { Place, ScenarioPath } from './place.ts'
import { formatPath } from './place.ts'
import type { Places } from './read-scenario.ts'
import { checkLength, validScenario } from './read-scenario.ts'
import { ScenarioError, wholeFault, type PathFault, type ScenarioFault } from './scenario-error.ts'
import type { Scenario } from './scenario.ts'

/** A file of a scenario's folder; its name is relative to the folder. */
export interface FolderFile {
  readonly name: string
  readonly text: string
}

/** The file with the fields of the scenario; every other Markdown file is a step. */
export const FOLDER_HEAD = 'scenario.md'

/**
 * Reads a scenario from a folder of Markdown (reference/scenarios.md, A folder).
 * @throws ScenarioError with the file and the place of each mistake
 */
export function readScenarioFolder(files: readonly FolderFile[]): Scenario {
  const folder = new ScenarioFolder(files)
  return validScenario(folder.value, folder)
}

/**
 * Joins a folder into the text of one file that holds the same scenario.
 * @throws ScenarioError with the file and the place of each mistake
 */
export function joinScenarioFolder(files: readonly FolderFile[]): string {
  // Refuses mistakes before the texts are joined, because the joined text has lost their places.
  readScenarioFolder(files)
  return stringify(new ScenarioFolder(files).value, { ...yamlOptions, lineWidth: 0 })
}

class ScenarioFolder implements Places {
  readonly #head: MarkdownFile
  readonly #steps: readonly MarkdownFile[]
  readonly value: unknown

  constructor(files: readonly FolderFile[]) {
    checkLength(files.reduce((sum, { text }) => sum + text.length, 0))
    const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1)).filter(({ name }) => name.endsWith('.md'))
    const head = sorted.find(({ name }) => name === FOLDER_HEAD)
    if (head === undefined) throw new ScenarioError([wholeFault(`the folder has no file ${FOLDER_HEAD}`)])
    this.#head = new MarkdownFile(head, 'summary')
    this.#steps = sorted.filter((file) => file !== head).map((file) => new MarkdownFile(file, 'text'))
    if (isObject(this.#head.value) && Object.hasOwn(this.#head.value, 'steps'))
      throw new ScenarioError([
        {
          ...this.#head.placeOf(['steps']),
          path: 'steps',
          message: 'is not a field of scenario.md; every other Markdown file is a step',
        },
      ])
    const steps = this.#steps.map(({ value }) => value)
    this.value = isObject(this.#head.value) ? { ...this.#head.value, steps } : this.#head.value
  }

  fault(fault: PathFault): ScenarioFault {
    return { ...this.placeOf(fault.path, fault.within), path: formatPath(fault.path), message: fault.message }
  }

  placeOf(path: ScenarioPath, within?: PathFault['within']): Place {
    const [field, step, ...rest] = path
    const file = field === 'steps' && typeof step === 'number' ? this.#steps[step] : undefined
    return file === undefined ? this.#head.placeOf(path, within) : file.placeOf(rest, within)
  }
}

const FENCE = '---'

/** A Markdown file. Its front matter has fields, and its body is one more field; the front matter may define that field instead. */
class MarkdownFile {
  readonly value: unknown
  readonly #name: string
  readonly #yaml: PlacedYaml
  /** The field that the body defines: `summary` or `text`. */
  readonly #body: string
  /** The first line of the body that is not blank, counted from 1 in the file. */
  readonly #line: number

  /** @throws ScenarioError for a file without front matter, and for front matter that is not one YAML document */
  constructor({ name, text }: FolderFile, body: string) {
    const lines = text.split(/\r?\n/)
    const end = lines.indexOf(FENCE, 1)
    if (lines[0] !== FENCE || end < 0)
      throw new ScenarioError([wholeFault(`must begin with fields between two lines of ${FENCE}`, name)])
    const blank = lines.slice(end + 1).findIndex((line) => line.trim() !== '')
    this.#name = name
    this.#body = body
    this.#line = end + 2 + Math.max(blank, 0)
    this.#yaml = new PlacedYaml(lines.slice(1, end).join('\n'), { file: name, above: 1 })
    const fields = this.#yaml.value ?? {}
    const content = lines.slice(this.#line - 1).join('\n')
    if (this.#isInFields() && content.trim() !== '')
      throw new ScenarioError([wholeFault(`has the field ${body} and a text below the fields; keep one of them`, name)])
    this.value = isObject(fields) && !this.#isInFields() ? { ...fields, [body]: content } : fields
  }

  placeOf(path: ScenarioPath, within?: PathFault['within']): Place {
    const [field] = path
    if (field !== this.#body || this.#isInFields()) return this.#yaml.placeOf(path, within)
    const { line = 0, column = 0 } = within ?? {}
    return { file: this.#name, line: this.#line + line, column: column + 1 }
  }

  #isInFields(): boolean {
    const { value } = this.#yaml
    return isObject(value) && Object.hasOwn(value, this.#body)
  }
}
