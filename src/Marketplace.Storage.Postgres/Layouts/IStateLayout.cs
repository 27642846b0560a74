using Marketplace.Storage.Postgres.Writing;
using Npgsql;

namespace Marketplace.Storage.Postgres.Layouts;

/// <summary>
/// How states lie in the database: all that knows their tables and columns. States come as their formats write them, a document and items
/// beside it, both JSON, and go back so; what they are in between is up to the layout.
/// </summary>
internal interface IStateLayout
{
    /// <summary>Its name, in the setting and in the table `layout` of each schema.</summary>
    string Name { get; }

    /// <summary>What makes the tables of a service, where they are not there yet.</summary>
    string Tables(string service);

    /// <summary>
    /// Adds the statements that write states of a service, which run in the order in which they are added, in one transaction. They find out
    /// whether each state has the version that it must have, and fail by <see cref="Sql.Checked"/> if one has not.
    /// </summary>
    /// <param name="part">What is written; not empty.</param>
    void Write(NpgsqlBatch batch, ServiceBatch part);

    /// <summary>
    /// Asks for states in one statement, so that document and items belong together whatever other silos write meanwhile. $1: the grains,
    /// bigint[]. A row is a document (grain, version, null, 0, JSON) or an item (grain, 0, name of its part, its id, JSON), in any order.
    /// </summary>
    string Load(string service);

    /// <summary>Makes an item as its format wrote it.</summary>
    /// <param name="loaded">What <see cref="Load"/> has given.</param>
    byte[] Item(byte[] loaded) => loaded;

    /// <summary>Asks for the versions of states. $1: the grains, bigint[]. A row: grain, version.</summary>
    string Versions(string service);

    /// <summary>Lists grains that have a state. A row: grain, in ascending order.</summary>
    /// <param name="count">How many at most.</param>
    /// <returns>A statement that goes on in an index: without parameters, or an upper bound (why is said in PostgresArchive).</returns>
    string List(string service, long from, int count);
}
