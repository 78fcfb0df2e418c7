import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import type { AdmissionOptions } from '../worker/admission/admission-options.ts'
import { DEFAULT_ADMISSION } from '../worker/admission/admission-options.ts'
import { chosenPlugins, knownPlugins } from '../worker/admission/order.ts'
import type { PluginSwitches } from '../worker/admission/order.ts'
import { isObject, objectOrEmpty, objectsIn, type Json } from '../worker/api/json.ts'
import type { Dialect } from '../worker/dialect/dialect.ts'
import { FlagError, integer, text, type FlagValues } from './flags.ts'
import { readRemoteService } from './remote-service.ts'
import { errorMessage } from '../worker/runtime/error-message.ts'

/** The options of admission from the flags and the configuration file. @throws FlagError */
export function admissionOptions(flags: FlagValues, dialect: Dialect): AdmissionOptions {
  const { enable, disable } = pluginSwitches(flags, knownPlugins(dialect))
  const { notReady, unreachable } = DEFAULT_ADMISSION.tolerationSeconds
  const file = text(flags, 'admission-control-config-file')
  const configuration = readConfiguration(file, dialect)
  return {
    enable,
    disable,
    configuration,
    ...imageReviewer(configuration, path.dirname(file ?? '')),
    tolerationSeconds: {
      notReady: integer(flags, 'default-not-ready-toleration-seconds') ?? notReady,
      unreachable: integer(flags, 'default-unreachable-toleration-seconds') ?? unreachable,
    },
  }
}

/**
 * The switches of the two newer flags, or of `--admission-control`, which turns off all plugins that it does not name.
 * @throws FlagError
 */
function pluginSwitches(flags: FlagValues, known: ReadonlySet<string>): PluginSwitches {
  const names = (flag: 'enable-admission-plugins' | 'disable-admission-plugins' | 'admission-control'): string[] =>
    (flags.get(flag) ?? []).map((name) => name.trim()).filter((name) => name !== '')
  const switches = { enable: names('enable-admission-plugins'), disable: names('disable-admission-plugins') }
  if (!flags.has('admission-control')) {
    try {
      chosenPlugins(switches, known)
    } catch (error) {
      throw new FlagError(errorMessage(error))
    }
    return switches
  }
  if (flags.has('enable-admission-plugins') || flags.has('disable-admission-plugins')) {
    throw new FlagError(
      'admission-control and enable-admission-plugins/disable-admission-plugins flags are mutually exclusive',
    )
  }
  const only = names('admission-control')
  const unknown = only.find((name) => !known.has(name))
  if (unknown !== undefined) throw new FlagError(`admission-control plugin "${unknown}" is unknown`)
  return { enable: only, disable: [...known].filter((name) => !only.includes(name)) }
}

/** The backend of ImagePolicyWebhook, from the kubeconfig that its configuration names. */
function imageReviewer(configuration: Record<string, Json>, folder: string): Pick<AdmissionOptions, 'imageReviewer'> {
  const { imagePolicy } = objectOrEmpty(configuration['ImagePolicyWebhook'])
  const { kubeConfigFile: file } = objectOrEmpty(imagePolicy)
  return typeof file === 'string' ? { imageReviewer: readRemoteService(path.resolve(folder, file)) } : {}
}

/** The plugin configurations of an AdmissionConfiguration, by plugin; each may be in a separate file. */
function readConfiguration(file: string | undefined, dialect: Dialect): Record<string, Json> {
  if (file === undefined) return {}
  const refuse = (why: string): never => {
    throw new FlagError(`failed to read plugin config: ${file}: ${why}`)
  }
  const document = readDocument(file)
  const group = dialect.spell('apiserver.config.{domain}')
  if (!isObject(document) || document['kind'] !== 'AdmissionConfiguration') {
    return refuse(`not an AdmissionConfiguration of ${group}/v1`)
  }
  if (![`${group}/v1`, `${group}/v1alpha1`].includes(String(document['apiVersion']))) {
    return refuse(`no kind "AdmissionConfiguration" is registered for version "${String(document['apiVersion'])}"`)
  }
  const plugins = objectsIn(document['plugins'])
  return Object.fromEntries(
    plugins.map(({ name, path: place, configuration }) => {
      const own =
        typeof place === 'string' && place !== '' ? readDocument(path.resolve(path.dirname(file), place)) : null
      return [String(name), configuration ?? own]
    }),
  )
}

function readDocument(file: string): Json {
  try {
    return parse(readFileSync(file, 'utf8')) as Json
  } catch (error) {
    throw new FlagError(
      `unable to read admission control configuration from ${JSON.stringify(file)} [${String(error)}]`,
    )
  }
}
