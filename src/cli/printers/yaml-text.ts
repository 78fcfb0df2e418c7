import { writeYaml } from '../../../worker/codec/yaml-writer.ts'
import { errorMessage } from '../../../worker/runtime/error-message.ts'
import { Failure } from '../failure.ts'

/** An object in the YAML of kubectl's printer. @throws Failure for a control character that YAML cannot hold */
export function yamlText(value: unknown): string {
  try {
    return writeYaml(value)
  } catch (error) {
    throw new Failure(`error converting JSON to YAML: ${errorMessage(error)}`)
  }
}
