import { runClient } from '../../../serve/client-program.ts'
import type { Program } from '../program.ts'

export const kubectl = {
  run: (args) => runClient(args, 'k8s'),
} satisfies Program
