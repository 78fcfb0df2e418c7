import type { Command } from '../command.ts'
import { writeYaml } from '../../../worker/codec/yaml-writer.ts'
import { Failure } from '../failure.ts'
import { text } from '../flags.ts'
import { buildKustomization } from '../kustomize/build.ts'

export const kustomize = {
  name: 'kustomize',
  summary: 'Build a kustomization target from a directory or URL',
  description: "Build a set of KRM resources using a 'kustomization.yaml' file.",
  usage: 'kustomize DIR [flags]',
  examples: [['Build the current working directory', '{cli} kustomize']],
  flags: [text('output', 'If specified, write output to this path.', { short: 'o', completes: 'file' })],
  async run(session) {
    const { args, flags, host } = session
    if (args.length > 1) throw new Failure('specify one path to kustomization.yaml')
    const built = await buildKustomization(host.files, args[0] ?? '.')
    const output = built.map((object) => writeYaml(object)).join('---\n')
    if (flags.text('output') === '') host.stdout(output)
    else await host.files.write(flags.text('output'), output)
  },
} satisfies Command
