import { expect, test } from 'vitest'
import { sparkAddress, TOKEN_VARIABLE } from './sparkAddress.ts'

test('an address has a host, a port, and what is sent along', () => {
  expect(sparkAddress('spark://here', {})).toEqual({
    shown: 'spark://here:15002',
    origin: 'http://here:15002',
    userId: 'rankwright',
    node: undefined,
    headers: {},
  })
  expect(sparkAddress('sparks://a.example:443/?token=s%3D1&user_id=me&x-databricks-cluster-id=7', {})).toEqual({
    shown: 'sparks://a.example:443',
    origin: 'https://a.example:443',
    userId: 'me',
    node: undefined,
    headers: { authorization: 'Bearer s=1', 'x-databricks-cluster-id': '7' },
  })
  expect(sparkAddress('spark://[::1]:99', {})).toMatchObject({ origin: 'http://[::1]:99' })
  expect(sparkAddress('spark://here?node=bin/node', {})).toMatchObject({ node: 'bin/node', headers: {} })
  expect(sparkAddress('sparks://here', { [TOKEN_VARIABLE]: 'abc' }).headers).toEqual({ authorization: 'Bearer abc' })
  expect(sparkAddress('spark://127.0.0.1:1', { [TOKEN_VARIABLE]: 'abc' }).headers).toEqual({ authorization: 'Bearer abc' })
})

test.each([
  ['sc://here:15002', 'it begins neither with spark:// nor with sparks://'],
  ['spark://', 'it is no address'],
  ['spark://here:port', 'it is no address'],
  ['spark://me@here:1', 'there is more in it'],
  ['spark://here:1/table', 'there is more in it'],
  ['spark://here:1?token=secret', 'a token would be sent in the clear'],
  ['sparks://here:1?tokn=secret', 'there is no parameter "tokn" (did you mean token?), only token, user_id, node and headers'],
  ['spark://here:1?nodes=bin/node', 'there is no parameter "nodes" (did you mean node?)'],
  ['spark://here:1?bogus=1', 'there is no parameter "bogus", only token, user_id, node and headers with a hyphen in their names'],
  ['sparks://here:1?Some%20Header=1', '"Some Header" is no name of a header'],
])('%s is refused', (address, reason) => {
  expect(() => sparkAddress(address, {})).toThrow(reason)
  expect(() => sparkAddress(address, {})).not.toThrow('secret')
})
