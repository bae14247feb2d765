// Circles among imports, dynamic ones included; the linter's own rule does not follow those.

import { targetOf, type Finding, type SourceFile } from './sources.ts'

/** Returns each circle once, as a chain of paths; an empty list when there is none. */
export function circleFindings(sources: readonly SourceFile[]): Finding[] {
  const edges = new Map(sources.map((source) => [source.path, targetsOf(source)]))
  const done = new Set<string>()
  const findings: Finding[] = []
  const walk = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path)
    if (start >= 0) {
      findings.push([...trail.slice(start), path].join(' → '))
      return
    }
    if (done.has(path)) return
    for (const next of edges.get(path) ?? []) walk(next, [...trail, path])
    done.add(path)
  }
  for (const path of edges.keys()) walk(path, [])
  return findings
}

function targetsOf(source: SourceFile): string[] {
  const targets = source.imports.map(({ specifier }) => targetOf(source.path, specifier))
  return targets.flatMap((target) => (target.kind === 'file' ? [target.path] : []))
}
