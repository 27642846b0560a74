using System.Globalization;
using Npgsql;

namespace Marketplace.Records.Stores.Postgres;

/// <summary>Roles and permissions, many to many.</summary>
internal static class RoleTables
{
    /// <summary>Reads all roles with their permissions.</summary>
    public const string Select =
        """
        SELECT r.id, r.name, p.id, p.name, p.description
        FROM role r JOIN role_permission rp ON rp.role_id = r.id JOIN permission p ON p.id = rp.permission_id
        ORDER BY r.id, p.id
        """;

    /// <summary>Makes and fills the tables.</summary>
    public static IEnumerable<string> Statements()
    {
        yield return "CREATE TABLE role (id int PRIMARY KEY, name text NOT NULL)";
        yield return "CREATE TABLE permission (id int PRIMARY KEY, name text NOT NULL, description text NOT NULL)";
        yield return """
            CREATE TABLE role_permission (
                role_id int NOT NULL REFERENCES role, permission_id int NOT NULL REFERENCES permission, PRIMARY KEY (role_id, permission_id))
            """;
        var roles = SeedData.AllRoles();
        foreach (var permission in roles.SelectMany(role => role.Permissions).DistinctBy(permission => permission.Id))
            yield return Insert("permission", $"{permission.Id}, '{permission.Name}', '{permission.Description}'");
        foreach (var role in roles)
        {
            yield return Insert("role", $"{role.Id}, '{role.Name}'");
            foreach (var permission in role.Permissions)
                yield return Insert("role_permission", $"{role.Id}, {permission.Id}");
        }
    }

    /// <summary>Groups the rows by role.</summary>
    public static async ValueTask<IReadOnlyList<Role>> Read(NpgsqlDataReader rows, NpgsqlCalls calls)
    {
        var roles = new List<Role>();
        var permissions = new List<Permission>();
        while (await calls.NextRow(rows))
        {
            var id = rows.GetInt32(0);
            if (roles.Count == 0 || roles[^1].Id != id)
            {
                permissions = [];
                roles.Add(new Role(id, rows.GetString(1), permissions));
            }

            permissions.Add(new Permission(rows.GetInt32(2), rows.GetString(3), rows.GetString(4)));
        }

        return roles;
    }

    // The seed's own texts: nothing in them needs quoting.
    private static string Insert(string table, FormattableString values) =>
        $"INSERT INTO {table} VALUES ({values.ToString(CultureInfo.InvariantCulture)})";
}
