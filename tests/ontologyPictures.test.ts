import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ontologyPictures, pictureFolder } from '../scripts/ontologyPictures.mjs'

test('the pictures of the ontology tutorial are what its commands draw; npm run docs draws them anew', { timeout: 120_000 }, () => {
  const drawn = ontologyPictures()
  expect(Object.keys(drawn).sort()).toEqual(['ontology-line.svg', 'ontology-neighbourhood.svg'])
  for (const [name, svg] of Object.entries(drawn)) expect(svg, name).toBe(readFileSync(join(pictureFolder, name), 'utf8'))
})
