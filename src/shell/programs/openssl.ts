import type { Program } from '../../script/process.ts'
import { UsageFault } from '../../script/process.ts'

export default {
  name: 'openssl',
  usage: 'openssl req|x509|genrsa|genpkey …',
  summary: 'makes and shows keys, certificate requests and certificates',
  async run(process) {
    const { opensslCommands } = await import('../openssl/commands.ts')
    const [name = '', ...words] = process.words
    const command = opensslCommands.get(name)
    if (command === undefined)
      throw new UsageFault(
        `Invalid command '${name}'; this terminal supports ${[...opensslCommands.keys()].join(', ')}`,
      )
    await command(words, process)
    return 0
  },
} satisfies Program
