/** Makes something of an object once, and remembers it as long as the object lives. */
export function onceMade<Given extends object, Made>(make: (given: Given) => Made): (given: Given) => Made {
  const made = new WeakMap<Given, Made>()
  return (given) => {
    const known = made.get(given)
    if (known !== undefined) return known
    const fresh = make(given)
    made.set(given, fresh)
    return fresh
  }
}
