/**
 * Changes to the folder in which a user called `npm run SCRIPT`. npm runs a script in the folder of the project, but relative
 * paths of the command line start at the user's folder. Does nothing when another script or a program runs this process.
 */
export function enterCallersFolder(script: string): void {
  const { INIT_CWD, npm_lifecycle_event: running } = process.env
  if (INIT_CWD !== undefined && running === script) process.chdir(INIT_CWD)
}
