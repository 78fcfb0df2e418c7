/** scripts/whole-worker-plugin.ts: the address of a worker as one classic script. Only a build has it. */
declare module '*?whole' {
  const url: string
  export default url
}
