// In this order: the runner takes what a worker has from the global object.
import './globals.ts'
import '../../../src/handlers/sandbox/runner.ts'
