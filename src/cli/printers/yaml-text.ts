import { StatusError } from '../../../worker/api/status.ts'
import { writeYaml } from '../../../worker/codec/yaml-writer.ts'
import { Failure } from '../failure.ts'

/** An object in the YAML of kubectl's printer. @throws Failure for a control character that YAML cannot hold */
export function yamlText(value: unknown): string {
  try {
    return writeYaml(value)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    throw new Failure(`error converting JSON to YAML: ${error.message}`)
  }
}
