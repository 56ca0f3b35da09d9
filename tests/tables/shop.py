"""Tables of a small shop: its customers and its sales."""

from tidemark.schema.tables import Column, Table, TableLink

CUSTOMERS = Table(
    name="customers",
    title="Customers",
    source="shop",
    rows=6,
    key=("id",),
    columns=(
        Column(name="id", title="id", type="integer", samples=("1", "2"), distinct=6),
        Column(name="name", title="Name", type="text", samples=("Vos", "Bakker"), distinct=6),
        Column(name="city", title="City", type="text", samples=("Utrecht", "Breda"), distinct=2),
    ),
)
SALES = Table(
    name="sales",
    title="Sales",
    source="shop",
    rows=40,
    columns=(
        Column(name="sold_on", title="Sold on", type="date", samples=("2023-01-02",), distinct=30),
        Column(name="customer_id", title="customer id", type="integer", distinct=6),
        Column(name="region", title="Region", type="text", samples=("North", "South"), distinct=2),
        Column(name="amount", title="Amount", type="number", samples=("12.5",), distinct=40),
    ),
)
TABLES = (CUSTOMERS, SALES)
LINKS = (TableLink(table="sales", column="customer_id", of_table="customers", of_column="id"),)
