/**
 * The faults of texts whose examination is asynchronous, such as a signed request, by path and text:
 * `spec.request LS0t…`. `Behaviour.examine` computes them before the rules of the kind run.
 */
export type Findings = ReadonlyMap<string, readonly string[]>
