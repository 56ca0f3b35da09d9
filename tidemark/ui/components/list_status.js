export default function ({ data, parentElement }) {
  const status = parentElement.querySelector("[role=status]")
  if (status.textContent !== data.says) status.textContent = data.says
}
