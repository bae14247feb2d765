// Requirements of the lock file: complete, without host names, under licences we accept.

import type { Finding } from './sources.ts'

/** One entry of the lock's `packages`, in the parts that the rules read. */
type LockEntry = {
  version?: string
  link?: boolean
  dev?: boolean
  devOptional?: boolean
  license?: string
  resolved?: string
  integrity?: string
  optionalDependencies?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

export type Lock = { packages: Record<string, LockEntry> }

const accepted = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Python-2.0',
  'Zlib',
])

/** Accepted for tools that stay on the developer's machine and never reach a visitor. */
const acceptedInTools = new Set([...accepted, 'MPL-2.0', 'CC-BY-4.0'])

/**
 * Returns optional packages that a package names but the lock lacks. A registry that misses some
 * platform builds lets `npm install` write such a lock, and the next `npm ci` fails with it.
 */
export function missingFindings({ packages }: Lock): Finding[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isResolvable(packages, path, name))
      .map((name) => `${path || 'the root'} names ${name}, which is not in the lock`),
  )
}

// Looks where Node would look: inside the package, then in each folder above it.
function isResolvable(packages: Lock['packages'], from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined)
      return true
    if (folder === '') return false
  }
}

/** Returns entries that carry a host name, or that nothing protects against another content. */
export function originFindings({ packages }: Lock): Finding[] {
  return foreignEntries(packages).flatMap(([path, entry]) => [
    ...(entry.resolved === undefined ? [] : [`${path} is bound to ${entry.resolved}`]),
    ...(entry.integrity?.startsWith('sha512-') === true ? [] : [`${path} has no sha512 integrity`]),
  ])
}

/** Returns entries whose licence is not on our list. */
export function licenceFindings({ packages }: Lock): Finding[] {
  return foreignEntries(packages)
    .filter(([, entry]) => !isAccepted(entry))
    .map(([path, entry]) => `${path} has the licence ${entry.license ?? '(none)'}`)
}

function isAccepted({ license = '', dev, devOptional }: LockEntry): boolean {
  const list = dev === true || devOptional === true ? acceptedInTools : accepted
  const choices = license.replaceAll(/[()]/g, '').split(/ OR /)
  return choices.some((choice) => choice.split(/ AND /).every((name) => list.has(name)))
}

function foreignEntries(packages: Lock['packages']): [string, LockEntry][] {
  return Object.entries(packages).filter(
    ([path, entry]) => path.includes('node_modules/') && entry.link !== true,
  )
}

/** Returns dependencies of our own packages that are not pinned to one version. */
export function pinFindings({ packages }: Lock): Finding[] {
  const own = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'))
  return own.flatMap(([path, entry]) =>
    Object.entries({
      ...entry.dependencies,
      ...entry.devDependencies,
      ...entry.optionalDependencies,
    })
      .filter(([name, version]) => !name.startsWith('@basis/') && !/^\d+\.\d+\.\d+$/.test(version))
      .map(([name, version]) => `${path || 'the root'} asks for ${name} ${version}`),
  )
}
