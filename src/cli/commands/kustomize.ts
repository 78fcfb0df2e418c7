import { goSyntax } from '../../../worker/api/go-format.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { StatusError } from '../../../worker/api/status.ts'
import { writeYaml } from '../../../worker/codec/yaml-writer.ts'
import type { Command } from '../command.ts'
import { Failure } from '../failure.ts'
import { boolean, list, text } from '../flags.ts'
import { logLine } from '../klog.ts'
import { remoteResource } from '../manifests.ts'
import { buildKustomization } from '../kustomize/build.ts'

const RESTRICTORS = ['LoadRestrictionsRootOnly', 'LoadRestrictionsNone']
const ORDERS = ['legacy', 'none']

function requireOneOf(value: string, flag: string, legal: readonly string[]): void {
  if (!legal.includes(value))
    throw new Failure(`illegal flag value --${flag} ${value}; legal values: [${legal.join(' ')}]`)
}

/** An object as a YAML document. @throws Failure for a control character that YAML cannot hold */
function documentOf(object: ApiObject): string {
  try {
    return writeYaml(object)
  } catch (error) {
    // kustomize names the whole object, and not the conversion as kubectl's printer does.
    throw error instanceof StatusError ? new Failure(`${goSyntax(object)}: ${error.message}`) : error
  }
}

export const kustomize = {
  name: 'kustomize',
  summary: 'Build a kustomization target from a directory or URL',
  description: "Build a set of KRM resources using a 'kustomization.yaml' file.",
  usage: 'kustomize DIR [flags]',
  examples: [['Build the current working directory', '{cli} kustomize']],
  flags: [
    boolean('as-current-user', 'Use the uid and gid of the caller; functions are not run here.'),
    boolean('enable-alpha-plugins', 'Enable plugins; there are none here.'),
    boolean('enable-helm', 'Enable the inflation of charts, which this client refuses.'),
    boolean('enable-managedby-label', 'Label each object with its manager.', {
      deprecated:
        'The flag `enable-managedby-label` has been deprecated. Use the `managedByLabel` option in the `buildMetadata` field instead.',
    }),
    list('env', 'Variables of the environment for functions.', { short: 'e' }),
    text('helm-command', 'The program of helm.', { fallback: 'helm' }),
    text('load-restrictor', 'LoadRestrictionsNone: files outside the folder may be loaded.', {
      fallback: 'LoadRestrictionsRootOnly',
      choices: RESTRICTORS,
    }),
    list('mount', 'Storage of functions.'),
    boolean('network', 'Enable the network for functions.'),
    text('network-name', 'The network of functions.', { fallback: 'bridge' }),
    text('output', 'If specified, write output to this path.', { short: 'o', completes: 'file' }),
    text('reorder', 'The order of the objects: legacy, or none for the order of the files.', {
      fallback: 'legacy',
      deprecated: "use the new 'sortOptions' field in kustomization.yaml instead.",
    }),
  ],
  async run(session) {
    const { args, flags, host } = session
    if (args.length > 1) throw new Failure('specify one path to kustomization.yaml')
    requireOneOf(flags.text('load-restrictor'), 'load-restrictor', RESTRICTORS)
    requireOneOf(flags.text('reorder'), 'reorder', ORDERS)
    const built = await buildKustomization(host.files, args[0] ?? '.', {
      isUnrestricted: flags.text('load-restrictor') === 'LoadRestrictionsNone',
      ...(flags.given('reorder') ? { order: flags.text('reorder') } : {}),
      isLabelled: flags.boolean('enable-managedby-label'),
      warn: (text) => host.stderr(text),
      log: (text) => logLine(host, 'I', 'log.go:194', text),
      remote: remoteResource(host),
    })
    const output = built.map(documentOf).join('---\n')
    const file = flags.text('output')
    if (file === '') return host.stdout(output)
    if (file.endsWith('/')) throw new Failure(`open ${file}: is a directory`)
    const folder = host.files.resolve(file).replace(/\/[^/]*$/, '')
    if (folder !== '' && (await host.files.kind(folder)) !== 'directory')
      throw new Failure(`open ${file}: no such file or directory`)
    await host.files.write(file, output)
  },
} satisfies Command
