// The lock file: complete on every platform, without host names, under licences we accept.

import { expect, test } from 'vitest'
import { readText } from './sources.ts'
import { licenceFindings, type Lock, missingFindings, originFindings, pinFindings } from './lock.ts'

const lock: Lock = JSON.parse(readText('package-lock.json'))

test('every optional package that a package names is in the lock', () => {
  expect(missingFindings(lock)).toEqual([])
})

test('no entry names a host, and each has its checksum', () => {
  expect(originFindings(lock)).toEqual([])
})

test('every licence is on our list; file-level copyleft only in tools', () => {
  expect(licenceFindings(lock)).toEqual([])
})

test('our own packages require exact versions', () => {
  expect(pinFindings(lock)).toEqual([])
})

test('missing packages, host names, licences and version ranges are reported', () => {
  const bad: Lock = {
    packages: {
      '': { dependencies: { a: '^1.0.0' } },
      'node_modules/a': {
        license: 'GPL-3.0',
        resolved: 'https://registry.example/a.tgz',
        optionalDependencies: { 'a-linux': '1.0.0', 'a-mac': '1.0.0' },
      },
      'node_modules/a/node_modules/a-linux': { license: 'MPL-2.0', integrity: 'sha512-x' },
      'node_modules/b': { license: '(GPL-2.0 OR MIT)', integrity: 'sha512-x' },
    },
  }
  expect(missingFindings(bad)).toEqual(['node_modules/a names a-mac, which is not in the lock'])
  expect(originFindings(bad)).toHaveLength(2)
  expect(licenceFindings(bad)).toHaveLength(2)
  expect(pinFindings(bad)).toEqual(['the root asks for a ^1.0.0'])
})
